# add_tour(<program>...)
#
# Adds the target `tour`: builds these programs, learn and, on the CPU backend, simtcc, and runs tour.sh,
# which runs the programs and shows what matters of their output. The test `tour` runs it, too: on the CPU
# backend it prints at most 40 lines, and every row that it names is there.
function(add_tour)
  set(run bash ${PROJECT_SOURCE_DIR}/common/cmake/tour.sh ${PROJECT_BINARY_DIR} ${backend})
  add_custom_target(tour COMMAND ${run}
                    DEPENDS ${ARGN} learn WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                    COMMENT "The tour" USES_TERMINAL VERBATIM)
  if(backend STREQUAL "cpu" AND TUTORIAL_PROOFS)
    add_test(NAME tour
      COMMAND bash -o pipefail -c "\"$@\" | awk '{ print } END { if (NR > 40) { print NR, \"lines\"; exit 1 } }'" -- ${run}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(tour PROPERTIES LABELS docs TIMEOUT 120)
  endif()
endfunction()
