# add_chapter_program(<name> [ARGS <argument>...] [REQUIRES <compute capability>]
#                     [LIBRARIES <library>...] [DYNAMIC_PARALLELISM])
#
# Builds chapters/<chapter>/<name>.cu and registers the test <chapter>.<name>, which builds it if it
# has been edited and runs it with these arguments: the program has to exit with 0 and print PASS as
# its last line, or to exit with 77 because the device cannot run it (skipped). LIBRARIES, CUDA::cublas
# for example, are those of the CUDA Toolkit that it compares itself with, where WITH_LIBRARIES is
# defined: not on the CPU backend. With DYNAMIC_PARALLELISM its kernels launch kernels.
function(add_chapter_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "DYNAMIC_PARALLELISM" "REQUIRES" "ARGS;LIBRARIES")
  set(how)
  if(arg_REQUIRES)
    list(APPEND how REQUIRES ${arg_REQUIRES})
  endif()
  if(arg_DYNAMIC_PARALLELISM)
    list(APPEND how DYNAMIC_PARALLELISM)
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME chapter)

  add_cuda_program(${name} ${name}.cu ${how})
  if(backend STREQUAL "cuda" AND arg_LIBRARIES)
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
    target_compile_definitions(${name} PRIVATE WITH_LIBRARIES)
    set_target_properties(${name} PROPERTIES BUILD_RPATH "${CUDAToolkit_LIBRARY_DIR}")
  endif()
  set(test ${chapter}.${name})
  add_learner_test(${test} ${name} chapters/${chapter}/${name}.cu
    COMMAND $<TARGET_FILE:check_console> --pass $<TARGET_FILE:${name}> ${arg_ARGS})
  set_tests_properties(${test} PROPERTIES LABELS "chapter;${chapter}")
  if(backend STREQUAL "cuda")
    set_property(TEST ${test} APPEND PROPERTY RESOURCE_LOCK gpu)  # it measures time
  endif()
  add_model_equals_hardware_test(${chapter} ${name})
endfunction()
