# Decides what the programs are compiled for: sets `backend` to cuda or cpu, and checks that the
# compiler for it is there.

# One place for the architectures. On a machine with a GPU: that GPU. Elsewhere (a login node, CI):
# code for compute capability 9.0, and PTX that the driver of any GPU since Turing can translate.
set(cuda_architectures_without_gpu 75-virtual 90)
set(oldest_cuda 12.4)
set(oldest_gcc 12)

# CMAKE_CUDA_COMPILER, then CUDACXX, as everywhere with CMake; then also where installers put nvcc.
if(CMAKE_CUDA_COMPILER)
  set(wanted_nvcc ${CMAKE_CUDA_COMPILER})
elseif(NOT "$ENV{CUDACXX}" STREQUAL "")
  set(wanted_nvcc $ENV{CUDACXX})
else()
  set(wanted_nvcc nvcc)
endif()
unset(found_nvcc CACHE)
find_program(found_nvcc ${wanted_nvcc} HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda
             PATH_SUFFIXES bin)
mark_as_advanced(found_nvcc)
set(name_nvcc "name it with -DCMAKE_CUDA_COMPILER=/path/to/nvcc or CUDACXX=/path/to/nvcc")

set(has_gpu OFF)
find_program(TUTORIAL_NVIDIA_SMI nvidia-smi PATHS /usr/lib/wsl/lib)
mark_as_advanced(TUTORIAL_NVIDIA_SMI)
if(TUTORIAL_NVIDIA_SMI)
  execute_process(COMMAND ${TUTORIAL_NVIDIA_SMI} -L OUTPUT_VARIABLE gpus ERROR_QUIET)
  if(gpus MATCHES "GPU 0")
    set(has_gpu ON)
  endif()
endif()

if(TUTORIAL_BACKEND STREQUAL "auto")
  if(found_nvcc AND has_gpu)
    set(backend cuda)
  else()
    set(backend cpu)
  endif()
elseif(TUTORIAL_BACKEND MATCHES "^(cuda|cpu)$")
  set(backend ${TUTORIAL_BACKEND})
else()
  message(FATAL_ERROR
          "TUTORIAL_BACKEND is \"${TUTORIAL_BACKEND}\", but only auto, cuda and cpu exist.")
endif()

if(backend STREQUAL "cuda")
  if(NOT found_nvcc)
    message(FATAL_ERROR "TUTORIAL_BACKEND=cuda needs ${wanted_nvcc}, which is neither in PATH nor in "
                        "/usr/local/cuda/bin: install the CUDA Toolkit, ${name_nvcc}, or choose "
                        "TUTORIAL_BACKEND=cpu.")
  endif()
  execute_process(COMMAND ${found_nvcc} --version OUTPUT_VARIABLE nvcc_version ERROR_QUIET)
  string(REGEX MATCH "release ([0-9.]+)" nvcc_version "${nvcc_version}")
  set(nvcc_version "${CMAKE_MATCH_1}")
  if(nvcc_version VERSION_LESS oldest_cuda)
    message(FATAL_ERROR "${found_nvcc} is no nvcc of CUDA ${oldest_cuda} or newer (its version: "
                        "\"${nvcc_version}\"): install a newer toolkit, ${name_nvcc}, or choose "
                        "TUTORIAL_BACKEND=cpu.")
  endif()
  set(CMAKE_CUDA_COMPILER ${found_nvcc})
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    if(has_gpu)
      set(CMAKE_CUDA_ARCHITECTURES native)
    else()
      set(CMAKE_CUDA_ARCHITECTURES ${cuda_architectures_without_gpu})
    endif()
  endif()
  enable_language(CUDA)
  message(STATUS "Backend: cuda (CUDA ${nvcc_version}, architectures ${CMAKE_CUDA_ARCHITECTURES})")
else()
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS oldest_gcc)
    message(FATAL_ERROR
            "The CPU backend needs g++ ${oldest_gcc} or newer, but ${CMAKE_CXX_COMPILER} is "
            "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}: name another one with "
            "-DCMAKE_CXX_COMPILER=/path/to/g++ in a fresh build folder.")
  endif()
  find_package(Threads REQUIRED)
  message(STATUS "Backend: cpu (g++ ${CMAKE_CXX_COMPILER_VERSION})")
endif()

# A build that tests the tutorial itself has thousands of programs. Where they have to be small, the runtime and the
# helpers are shared libraries. These call their own functions, and none of a program's instrumented ones.
if(TUTORIAL_SHARED_RUNTIME AND (backend STREQUAL "cuda" OR TUTORIAL_SANITIZE))
  set(TUTORIAL_SHARED_RUNTIME OFF)
endif()
set(TUTORIAL_SHARED_LINK_OPTIONS
  -Wl,-Bsymbolic,-z,now,--version-script=${PROJECT_SOURCE_DIR}/common/cmake/own_standard_library.map)
