# add_learner_test(<name> <target> <file> COMMAND <command>...)
#
# Registers a test of a file that the reader edits, seen from the top of the repository. It builds
# the target first, so that saving the file and ctest is all it takes; with TUTORIAL_PROOFS
# everything is built before, and tests can run side by side. A command that ends with 77 is skipped.
function(add_learner_test name target file)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "COMMAND")
  set(build)
  if(NOT TUTORIAL_PROOFS)
    set(build --build ${PROJECT_BINARY_DIR} "${target} check_console")
  endif()
  add_test(NAME ${name}
    COMMAND bash ${PROJECT_SOURCE_DIR}/common/cmake/build_and_run.sh ${build} ${file} ${arg_COMMAND}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
  if(build)
    set_tests_properties(${name} PROPERTIES RESOURCE_LOCK build)
  endif()
endfunction()
