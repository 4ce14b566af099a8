# add_cuda_program(<name> <source.cu>... [REQUIRES <compute capability>] [ARCHITECTURES <architecture>]
#                  [RELOCATABLE] [TILES] [PRECOMPILED <header>] [INCLUDES <folder>...])
#
# Builds .cu files into build/bin/<name>: with nvcc, or for the CPU backend with simtcc. With
# REQUIRES 9.0 the program is compiled for compute capability 9.0 and newer only; it has to say so
# itself when the device is older. With ARCHITECTURES 90a it is compiled for that architecture alone,
# whatever the others are compiled for. With RELOCATABLE, -rdc=true, its kernels can launch kernels and its
# files share device memory: nvcc has to link the device code for that. With TILES it has tile kernels, and can be built
# where `has_tiles` is true. In builds that test the tutorial
# itself, PRECOMPILED names what simtcc includes first: cuda_runtime, which it includes in any case, or
# another one of add_precompiled_header. INCLUDES are folders with headers of libraries that are not CUDA's.

# Messages name files by their place in the repository. (Neither nvcc nor simtcc hands a path with a
# space on to the compiler: there the names stay long.)
set(short_paths -Xcompiler=-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(PROJECT_SOURCE_DIR MATCHES "[ ,]")
  set(short_paths)
endif()

# What of the helper headers is no template is the same in every program, so it is compiled once.
set(kind STATIC)
if(TUTORIAL_SHARED_RUNTIME)
  set(kind SHARED)
endif()
add_library(tutorial_helpers ${kind} ${PROJECT_SOURCE_DIR}/common/tutorial/compiled.cpp
            ${PROJECT_SOURCE_DIR}/common/tutorial/metrics.cpp)
target_compile_features(tutorial_helpers PUBLIC cxx_std_20)
target_compile_definitions(tutorial_helpers PRIVATE TUTORIAL_COMPILED)
if(TUTORIAL_COUNT_ONLY)
  target_compile_definitions(tutorial_helpers PUBLIC TUTORIAL_COUNT_ONLY)
endif()
target_compile_options(tutorial_helpers PRIVATE -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
target_include_directories(tutorial_helpers PRIVATE ${PROJECT_SOURCE_DIR}/common)
if(backend STREQUAL "cuda")
  target_include_directories(tutorial_helpers SYSTEM PRIVATE
                             ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
  # The GPU's own counters, through CUPTI's range profiler.
  find_package(CUDAToolkit REQUIRED)
  find_file(CUPTI_RANGE_PROFILER cupti_range_profiler.h
            PATHS ${CUDAToolkit_CUPTI_INCLUDE_DIR} ${CUDAToolkit_INCLUDE_DIRS} NO_DEFAULT_PATH)
  if(CUPTI_RANGE_PROFILER AND TARGET CUDA::cupti)
    target_sources(tutorial_helpers PRIVATE ${PROJECT_SOURCE_DIR}/common/tutorial/hardware_counters.cpp)
    target_compile_definitions(tutorial_helpers PRIVATE TUTORIAL_HAS_CUPTI)
    target_link_libraries(tutorial_helpers PRIVATE CUDA::cupti)
  else()
    message(STATUS "No counters of the GPU in the tables: they need CUPTI of CUDA 12.8 or newer")
  endif()
else()
  if(TUTORIAL_SHARED_RUNTIME)
    # And with nothing that has to be part of the program.
    target_link_libraries(tutorial_helpers PRIVATE $<TARGET_LINKER_FILE:simt_shared>)
    target_include_directories(tutorial_helpers PRIVATE $<TARGET_PROPERTY:simt_shared,INTERFACE_INCLUDE_DIRECTORIES>)
    add_dependencies(tutorial_helpers simt_shared)
    target_link_options(tutorial_helpers PRIVATE ${TUTORIAL_SHARED_LINK_OPTIONS})
    set_target_properties(tutorial_helpers PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  else()
    target_link_libraries(tutorial_helpers PRIVATE simt)
    target_compile_options(tutorial_helpers PRIVATE -fno-pie)
  endif()
  target_link_libraries(tutorial_helpers INTERFACE simt_runtime PUBLIC Threads::Threads)
endif()

set(simtcc_options -std=c++20 -I ${PROJECT_SOURCE_DIR}/common -D TUTORIAL_COMPILED -Wall -Wextra ${short_paths} -MD)
set(link_options -no-pie)
if(TUTORIAL_SHARED_RUNTIME)
  # With new tags, LD_LIBRARY_PATH can name another runtime: common/tools/mutation_survey.py does. For --as-needed ld
  # would copy all symbols that it knows, again for each library.
  set(small --compress-debug-sections=zlib,--enable-new-dtags,--no-as-needed)
  list(APPEND link_options -Wl,${small})
  set(small_object -Xcompiler=-gz)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/tile_compiler.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/precompiled_header.cmake)
if(backend STREQUAL "cpu")
  add_precompiled_header(cuda_runtime "#include <cuda_runtime.h>")
  set(instantiated "#include \"${PROJECT_SOURCE_DIR}/common/cmake/instantiated.h\"")
  add_precompiled_header(tutorial "#include \"tutorial.cuh\"" ${instantiated})
endif()

# architectures_from(<number> <variable>): those that the build asks for, from this one on.
function(architectures_from required variable)
  string(REPLACE native "${CMAKE_CUDA_ARCHITECTURES_NATIVE}" all "${CMAKE_CUDA_ARCHITECTURES}")
  set(architectures)
  foreach(architecture ${all})
    string(REGEX MATCH "^[0-9]+" number ${architecture})
    if(number GREATER_EQUAL required)
      list(APPEND architectures ${architecture})
    endif()
  endforeach()
  set(${variable} ${architectures} PARENT_SCOPE)
endfunction()

# add_program_of_objects(<name> COMMAND <word>… OPTIONS <option>… COMPILER <text> [DEPENDS …] SOURCES <source.cu>…)
#   Its objects are made by that command, and linked as C++. Messages end in <text>: "for the CPU backend".
function(add_program_of_objects name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "COMPILER" "COMMAND;OPTIONS;DEPENDS;SOURCES")
  set(objects)
  foreach(source ${arg_SOURCES})
    cmake_path(ABSOLUTE_PATH source)
    cmake_path(GET source FILENAME file)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.${file}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${arg_COMMAND} -c ${source} -o ${object} ${arg_OPTIONS} -MF ${object}.d
      DEPENDS ${source} ${arg_DEPENDS}
      DEPFILE ${object}.d
      COMMENT "Compiling ${file} ${arg_COMPILER}"
      VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  add_executable(${name} ${objects})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  target_link_libraries(${name} PRIVATE tutorial_helpers)
endfunction()

# use_nvcc(<target> [REQUIRES …] [ARCHITECTURES …] [RELOCATABLE] [TILES] [PRECOMPILED …]): its sources are compiled as
# those of a program.
function(use_nvcc target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RELOCATABLE;TILES" "REQUIRES;ARCHITECTURES;PRECOMPILED" "INCLUDES")
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/common ${arg_INCLUDES})
  # CMake 3.25 does not know that nvcc has C++20, so no target_compile_features here.
  target_compile_definitions(${target} PRIVATE TUTORIAL_COMPILED)
  target_link_libraries(${target} PRIVATE tutorial_helpers)
  target_compile_options(${target} PRIVATE -std=c++20 -lineinfo -Xcompiler=-Wall,-Wextra
                         ${short_paths})
  if(arg_ARCHITECTURES)
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES "${arg_ARCHITECTURES}")
  elseif(arg_REQUIRES)
    string(REPLACE "." "" required ${arg_REQUIRES})
    architectures_from(${required} architectures)
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES "${required}-virtual;${architectures}")
  endif()
  if(arg_RELOCATABLE)
    set_target_properties(${target} PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
  endif()
  if(arg_TILES)
    target_compile_options(${target} PRIVATE --enable-tile)
  endif()
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endfunction()

function(add_cuda_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RELOCATABLE;TILES" "REQUIRES;ARCHITECTURES;PRECOMPILED" "INCLUDES")
  if(arg_TILES AND tile_nvcc)
    add_tile_program(${name} ${arg_UNPARSED_ARGUMENTS})
    return()
  endif()
  if(backend STREQUAL "cuda")
    add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
    use_nvcc(${name} ${ARGN})
    return()
  endif()
  set(options ${simtcc_options} ${small_object})
  if(arg_RELOCATABLE)
    list(APPEND options -rdc=true)
  endif()
  if(arg_TILES)
    list(APPEND options --enable-tile)
  endif()
  foreach(folder IN LISTS arg_INCLUDES)
    list(APPEND options -I ${folder})
  endforeach()
  set(depends simtcc)
  if(TUTORIAL_PROOFS OR TUTORIAL_UNIT_TESTS)
    if(NOT arg_PRECOMPILED)
      set(arg_PRECOMPILED cuda_runtime)
    endif()
    set(header ${PROJECT_BINARY_DIR}/precompiled/${arg_PRECOMPILED}.h)
    list(APPEND options --use-pch ${header})
    list(APPEND depends precompiled_${arg_PRECOMPILED} ${header}.gch)
  endif()
  add_program_of_objects(${name} COMMAND simtcc OPTIONS ${options} COMPILER "for the CPU backend"
    DEPENDS ${depends} SOURCES ${arg_UNPARSED_ARGUMENTS})
  target_link_options(${name} PRIVATE ${link_options})
endfunction()
