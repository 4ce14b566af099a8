# NCCL, which is in no CUDA Toolkit: NCCL::nccl, if it is here. It comes from NVIDIA's repository (libnccl-dev), or from
# Python's nvidia-nccl-cu13: in the active virtual environment, in .venv, or in the one that nvcc is from.
if(NOT backend STREQUAL "cuda")
  return()
endif()
find_package(CUDAToolkit REQUIRED)
file(GLOB nccl_of_python $ENV{VIRTUAL_ENV}/lib/python3*/site-packages/nvidia/nccl
     ${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/nvidia/nccl)
set(nccl_places $ENV{NCCL_HOME} ${nccl_of_python} ${CUDAToolkit_BIN_DIR}/../../nccl)
find_path(NCCL_INCLUDE_DIR nccl.h HINTS ${nccl_places} ${CUDAToolkit_INCLUDE_DIRS} PATH_SUFFIXES include)
find_library(NCCL_LIBRARY NAMES nccl libnccl.so.2 NAMES_PER_DIR HINTS ${nccl_places} ${CUDAToolkit_LIBRARY_DIR}
             PATH_SUFFIXES lib)
mark_as_advanced(NCCL_INCLUDE_DIR NCCL_LIBRARY)
if(NCCL_INCLUDE_DIR AND NCCL_LIBRARY)
  add_library(NCCL::nccl UNKNOWN IMPORTED)
  set_target_properties(NCCL::nccl PROPERTIES IMPORTED_LOCATION ${NCCL_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${NCCL_INCLUDE_DIR})
  message(STATUS "NCCL: ${NCCL_LIBRARY}")
endif()
