# simt_add_exercise(<name>)
#
# An exercise in the folder <name>: check.cu, which includes tutorial/exercise.cuh and tutorial/submission.cuh and has
# main, and <name>.cu, where the answer goes. Registers these tests; each builds what it runs:
#   exercise.<name>            checks <name>.cu: skipped if it is not started;
#   right.<name>.<what>        checks right/<what>.cu, which must pass;
#   wrong.<name>.<what>        checks wrong/<what>.cu, which must be rejected with the words that its source expects
#                              ("// expect: ..."). Not on a GPU, which sees less;
#   submission.<name>.<what>   checks submissions/<what>.cu.
#
# What such a program links is simt::exercise: the headers and, on the CPU backend, their definitions, compiled once.
include(${CMAKE_CURRENT_LIST_DIR}/simtExerciseTargets.cmake)
if(NOT TARGET simt::exercise)
  cmake_path(SET simt_headers NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../simt/exercise)
  add_library(simt::exercise INTERFACE IMPORTED)
  target_include_directories(simt::exercise INTERFACE ${simt_headers})
  if(SIMT_BACKEND STREQUAL "cpu")
    target_link_libraries(simt::exercise INTERFACE simt::exercise_helpers)
  endif()
endif()
set(simt_build_and_run ${CMAKE_CURRENT_LIST_DIR}/build_and_run.sh)

# simt_test_answers(<kind> <check.cu> <answer.cu>...): the test <kind>.<name of the file>, for each of the answers.
function(simt_test_answers kind check)
  foreach(answer ${ARGN})
    cmake_path(GET answer STEM LAST_ONLY what)
    set(test ${kind}.${what})
    string(MAKE_C_IDENTIFIER ${test} program)
    simt_add_executable(${program} ${check} STANDARD 20)
    target_compile_definitions(${program} PRIVATE SUBMISSION="${answer}")
    target_link_libraries(${program} PRIVATE simt::exercise)
    set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL ON)
    set(command $<TARGET_FILE:simt::check_console> --verdict)
    if(kind MATCHES "^wrong")
      set(command $<TARGET_FILE:simt::check_report> $<TARGET_FILE:${program}> ${answer} ${command})
    else()
      list(APPEND command $<TARGET_FILE:${program}>)
    endif()
    add_test(NAME ${test} COMMAND bash ${simt_build_and_run} --build ${CMAKE_BINARY_DIR} ${program} ${answer} ${command})
    set_tests_properties(${test} PROPERTIES RESOURCE_LOCK simt_build SKIP_RETURN_CODE 77 TIMEOUT 300)
  endforeach()
endfunction()

function(simt_add_exercise name)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  foreach(file check.cu ${name}.cu)
    if(NOT EXISTS ${folder}/${file})
      message(FATAL_ERROR "simt_add_exercise(${name}): there is no ${folder}/${file}")
    endif()
  endforeach()
  foreach(kind right wrong submissions)
    file(GLOB ${kind} CONFIGURE_DEPENDS ${folder}/${kind}/*.cu)
  endforeach()
  if(SIMT_BACKEND STREQUAL "cuda")
    set(wrong)
  endif()
  simt_test_answers(exercise ${folder}/check.cu ${folder}/${name}.cu)
  simt_test_answers(right.${name} ${folder}/check.cu ${right})
  simt_test_answers(wrong.${name} ${folder}/check.cu ${wrong})
  simt_test_answers(submission.${name} ${folder}/check.cu ${submissions})
endfunction()
