# add_tour(<program> <heading> [<program> <heading>]...)
#
# Adds the target `tour`: runs these programs one after the other and shows what they print. It
# builds learn, too, which comes next.
function(add_tour)
  set(commands)
  set(programs)
  while(ARGN)
    list(POP_FRONT ARGN program heading)
    list(APPEND programs ${program})
    list(APPEND commands COMMAND ${CMAKE_COMMAND} -E echo
                         COMMAND ${CMAKE_COMMAND} -E echo "== ${heading}: build/bin/${program}"
                         COMMAND ${program})
  endwhile()
  list(APPEND commands COMMAND ${CMAKE_COMMAND} -E echo
                       COMMAND ${CMAKE_COMMAND} -E echo "Next: build/bin/learn says what to read first")
  add_custom_target(tour ${commands} DEPENDS ${programs} learn WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                    COMMENT "The tour" USES_TERMINAL VERBATIM)
endfunction()
