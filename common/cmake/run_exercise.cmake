# Builds and runs one exercise: called by ctest, so that editing a file and ctest is all it takes.
#   BUILD, TARGET, PROGRAM; FILE: the learner's, from the top of the repository
#   STUB: the file has to be as it came, and not started
cmake_minimum_required(VERSION 3.25)

if(STUB)
  execute_process(COMMAND git diff --quiet @{upstream} -- ${FILE} RESULT_VARIABLE changed
    OUTPUT_QUIET ERROR_QUIET)
  if(changed GREATER 1)  # no upstream
    execute_process(COMMAND git diff --quiet HEAD -- ${FILE} RESULT_VARIABLE changed
      OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(NOT changed EQUAL 0)
    message("${FILE} has been edited, or there is no git to tell")
    return()
  endif()
endif()

execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --target ${TARGET}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message("${output}")
  message(FATAL_ERROR "${FILE} does not compile")
endif()

execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE status)
if(STUB AND NOT status EQUAL 77)
  message(FATAL_ERROR "${FILE} is a stub, but its check ended with ${status}, not with 77")
elseif(NOT STUB AND NOT status EQUAL 0 AND NOT status EQUAL 77)
  message(FATAL_ERROR "${FILE} does not hold yet")
endif()
