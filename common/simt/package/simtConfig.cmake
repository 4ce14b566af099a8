# find_package(simt): CUDA C++ on the CPU backend.
#
#   simt_add_executable()   compiles .cu files into a program
#   simt_add_exercise()     an exercise that checks answers, if the component exercise is installed
#   simt::simtcc            the compiler
#
# With -DSIMT_BACKEND=cuda the same programs are compiled by nvcc, for a GPU.
cmake_minimum_required(VERSION 3.25)

if(NOT CMAKE_CXX_COMPILER_LOADED)
  set(simt_FOUND FALSE)
  set(simt_NOT_FOUND_MESSAGE "simt links programs with g++: name CXX in project(… LANGUAGES CXX)")
  return()
endif()

set(SIMT_BACKEND cpu CACHE STRING "What runs the kernels: cpu or cuda")
set_property(CACHE SIMT_BACKEND PROPERTY STRINGS cpu cuda)
if(SIMT_BACKEND STREQUAL "cuda")
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES native)
  endif()
  enable_language(CUDA)
elseif(NOT SIMT_BACKEND STREQUAL "cpu")
  set(simt_FOUND FALSE)
  set(simt_NOT_FOUND_MESSAGE "SIMT_BACKEND is \"${SIMT_BACKEND}\", but only cpu and cuda exist")
  return()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/simtTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/simt_add_executable.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/simt_add_exercise.cmake OPTIONAL)
