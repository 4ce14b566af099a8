# add_chapter_program(<name> [ARGS <argument>...] [REQUIRES <compute capability>]
#                     [ARCHITECTURES <architecture>] [LIBRARIES <library>...]
#                     [NEEDS <reason>] [RELOCATABLE] [TILES] [TOOLKIT <version>] [GPU_ONLY <reason>])
#
# Builds chapters/<chapter>/<name>.cu and registers the test <chapter>.<name>, which builds it if it
# has been edited and runs it with these arguments: the program has to exit with 0 and print PASS as
# its last line, or to exit with 77 because the device cannot run it (skipped). The target <chapter>
# builds all programs of the chapter, and `learn run` knows them. LIBRARIES, CUDA::cublas
# for example, are those of the CUDA Toolkit that it compares itself with, where WITH_LIBRARIES is
# defined: not with a toolkit that lacks one of them, and those of CUDA not on the CPU backend. With NEEDS it is
# not built without them; its test is skipped there, and says the reason: what to install. With
# RELOCATABLE its kernels can launch kernels.
# With ARCHITECTURES 90a nvcc compiles for that alone: such code runs on devices of compute capability
# 9.0 and not on newer ones, and the program has to exit with 77 there. With GPU_ONLY the program is
# not built on the CPU backend or without its libraries; its test is skipped there, and says the reason. With
# TILES it has tile kernels; where no compiler has them, it is left out in the same way, and with TOOLKIT 12.8
# where nvcc is older.
function(add_chapter_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RELOCATABLE;TILES" "REQUIRES;ARCHITECTURES;TOOLKIT;GPU_ONLY;NEEDS"
                        "ARGS;LIBRARIES")
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME chapter)
  set(test ${chapter}.${name})
  set(why_not)
  set(libraries)
  if(backend STREQUAL "cpu")
    set(why_not "${arg_GPU_ONLY}")
    list(FILTER arg_LIBRARIES EXCLUDE REGEX "^(CUDA|NCCL)::")
  endif()
  set(libraries ${arg_LIBRARIES})
  foreach(library IN LISTS arg_LIBRARIES)
    if(NOT TARGET ${library})
      set(libraries)
      set(why_not "${arg_NEEDS}")
      if(NOT why_not)
        set(why_not "this toolkit has no ${library}")
      endif()
    endif()
  endforeach()
  if(arg_TILES AND NOT has_tiles)
    set(why_not "this nvcc has no tile kernels: docs/pages/setup.md says which one has")
  endif()
  if(arg_TOOLKIT AND backend STREQUAL "cuda" AND CMAKE_CUDA_COMPILER_VERSION VERSION_LESS arg_TOOLKIT)
    set(why_not "it needs CUDA ${arg_TOOLKIT} or newer")
  endif()
  if(NOT TARGET ${chapter})
    add_custom_target(${chapter})
  endif()
  if((arg_GPU_ONLY OR arg_NEEDS OR arg_TILES OR arg_TOOLKIT) AND why_not)
    set_property(GLOBAL APPEND PROPERTY COURSE "program ${chapter}/${name} ${why_not}")
    add_test(NAME ${test} COMMAND sh -c "echo \"skipped: $0\"; exit 77" "${why_not}")
    set_tests_properties(${test} PROPERTIES LABELS "chapter;${chapter}" SKIP_RETURN_CODE 77)
    return()
  endif()
  set(how)
  foreach(option REQUIRES ARCHITECTURES)
    if(arg_${option})
      list(APPEND how ${option} ${arg_${option}})
    endif()
  endforeach()
  foreach(option RELOCATABLE TILES)
    if(arg_${option})
      list(APPEND how ${option})
    endif()
  endforeach()

  file(STRINGS ${name}.cu includes REGEX "^#include \"" LIMIT_COUNT 1)
  if(includes)  # tutorial.cuh, or a header of the chapter's, which includes it
    list(APPEND how PRECOMPILED tutorial)
  endif()

  set_property(GLOBAL APPEND PROPERTY COURSE "program ${chapter}/${name}")
  set(includes)
  foreach(library IN LISTS libraries)
    get_target_property(folders ${library} INTERFACE_INCLUDE_DIRECTORIES)
    list(APPEND includes ${folders})
  endforeach()
  add_cuda_program(${name} ${name}.cu ${how} INCLUDES ${includes})
  add_dependencies(${chapter} ${name})
  if(libraries)
    target_link_libraries(${name} PRIVATE ${libraries})
    target_compile_definitions(${name} PRIVATE WITH_LIBRARIES)
    set_target_properties(${name} PROPERTIES BUILD_RPATH "${CUDAToolkit_LIBRARY_DIR}")
  endif()
  add_learner_test(${test} ${name} chapters/${chapter}/${name}.cu
    COMMAND $<TARGET_FILE:check_console> --pass $<TARGET_FILE:${name}> ${arg_ARGS})
  set_tests_properties(${test} PROPERTIES LABELS "chapter;${chapter}")
  if(backend STREQUAL "cuda")
    set_property(TEST ${test} APPEND PROPERTY RESOURCE_LOCK gpu)  # it measures time
  endif()
  if(NOT arg_GPU_ONLY)
    add_model_equals_hardware_test(${chapter} ${name})
  endif()
endfunction()
