# Which compiler tile kernels get. nvcc has them since CUDA 13.3; where the build's own is older, one of another toolkit
# compiles the programs with tile kernels, and them alone.
#
#   has_tiles   whether programs with tile kernels can be built
#   tile_nvcc   the other nvcc; empty where the build's own compiler does
# add_program_without_tiles(<name>): in place of a program with tile kernels, where none can be built.
function(add_program_without_tiles name)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(WRITE ${source} "#include <cstdio>\nint main() {\n"
    "  std::puts(\"skipped: this nvcc has no tile kernels: docs/pages/setup.md says which one has\");\n"
    "  return 77;\n}\n")
  add_executable(${name} ${source})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endfunction()

set(has_tiles TRUE)
set(tile_nvcc)
if(backend STREQUAL "cuda" AND CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 13.3)
  set(description "An nvcc of CUDA 13.3 or newer, for tile kernels (docs/pages/setup.md)")
  file(GLOB in_venv ${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/nvidia/cu13/bin/nvcc)
  set(TUTORIAL_TILE_NVCC "${in_venv}" CACHE FILEPATH ${description})
  set(tile_nvcc ${TUTORIAL_TILE_NVCC})
  if(NOT tile_nvcc)
    set(has_tiles FALSE)
    message(STATUS "No tile kernels: nvcc ${CMAKE_CUDA_COMPILER_VERSION} has none, and "
                   "TUTORIAL_TILE_NVCC names no other one (docs/pages/setup.md)")
    return()
  endif()
  # Another toolkit of the environment would mix its headers and tools with this one's.
  set(tile_compile ${CMAKE_COMMAND} -E env --unset=CUDA_HOME --unset=CUDA_PATH ${tile_nvcc})
  execute_process(COMMAND ${tile_compile} --version OUTPUT_VARIABLE output RESULT_VARIABLE result)
  string(REGEX MATCH "release ([0-9]+[.][0-9]+)" found "${output}")
  if(NOT result EQUAL 0 OR NOT found OR CMAKE_MATCH_1 VERSION_LESS 13.3)
    message(FATAL_ERROR "TUTORIAL_TILE_NVCC=${tile_nvcc} is no nvcc of CUDA 13.3 or newer, which has "
                        "tile kernels: docs/pages/setup.md says how to get one")
  endif()
  message(STATUS "Tile kernels: nvcc ${CMAKE_MATCH_1} (${tile_nvcc})")
  cmake_path(GET tile_nvcc PARENT_PATH folder)
  cmake_path(GET folder PARENT_PATH tile_toolkit)
  find_library(TUTORIAL_TILE_RUNTIME cudart_static REQUIRED NO_DEFAULT_PATH
               PATHS ${tile_toolkit}/lib ${tile_toolkit}/lib64)
  mark_as_advanced(TUTORIAL_TILE_RUNTIME)
endif()

# add_tile_program(<name> <source.cu>... [SUBMISSION <answer.cu>]): with that other nvcc.
function(add_tile_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SUBMISSION" "")
  set(submission)
  if(arg_SUBMISSION)
    set(submission -DSUBMISSION="${arg_SUBMISSION}")
  endif()
  architectures_from(80 architectures)
  set(codes)
  foreach(architecture ${architectures})
    string(REGEX MATCH "^[0-9]+" number ${architecture})
    list(APPEND codes -gencode arch=compute_${number},code=sm_${number})
  endforeach()
  add_program_of_objects(${name} COMMAND ${tile_compile} COMPILER "with ${tile_nvcc}"
    OPTIONS -std=c++20 --enable-tile ${codes} -lineinfo -O3 -I ${PROJECT_SOURCE_DIR}/common -D TUTORIAL_COMPILED
      -Xcompiler=-Wall,-Wextra ${short_paths} -MD ${submission}
    DEPENDS ${arg_SUBMISSION}
    SOURCES ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${TUTORIAL_TILE_RUNTIME} pthread rt dl)
endfunction()
