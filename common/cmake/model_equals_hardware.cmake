# add_model_equals_hardware_test(<chapter> <program>)
#
# Registers the test model_equals_hardware.<chapter>.<program>: what the CPU backend counts for the
# program's launches is what Nsight Compute counts on this GPU, but for the differences that
# docs/measured/counters_of_programs/differences.csv explains. Only in a build with
# TUTORIAL_COUNT_ONLY, where there are ncu and a build for the CPU backend. The target
# model_equals_hardware builds all of these programs.

option(TUTORIAL_COUNT_ONLY "For a GPU: launch what the CPU backend launches, for ncu to count" OFF)
set(TUTORIAL_CPU_BUILD ${PROJECT_SOURCE_DIR}/build-cpu CACHE PATH
    "The build for the CPU backend that TUTORIAL_COUNT_ONLY is compared with")

set(compare_with_model OFF)
if(TUTORIAL_COUNT_ONLY)
  add_custom_target(model_equals_hardware)
  find_program(TUTORIAL_NCU ncu PATHS /usr/local/cuda/bin)
  mark_as_advanced(TUTORIAL_NCU)
  if(NOT backend STREQUAL "cuda")
    message(FATAL_ERROR "TUTORIAL_COUNT_ONLY is for a GPU: it needs TUTORIAL_BACKEND=cuda.")
  elseif(NOT Python3_FOUND OR NOT TUTORIAL_NCU)
    message(STATUS "No tests model_equals_hardware: they need python3 and ncu (Nsight Compute)")
  elseif(NOT EXISTS ${TUTORIAL_CPU_BUILD}/CTestTestfile.cmake)
    message(STATUS "No tests model_equals_hardware: ${TUTORIAL_CPU_BUILD} is no build for the CPU "
                   "backend (cmake --preset cpu, or name one with -DTUTORIAL_CPU_BUILD=DIR)")
  else()
    set(compare_with_model ON)
  endif()
endif()

function(add_model_equals_hardware_test chapter program)
  if(TUTORIAL_COUNT_ONLY)
    add_dependencies(model_equals_hardware ${program})
  endif()
  if(NOT compare_with_model)
    return()
  endif()
  set(test model_equals_hardware.${chapter}.${program})
  add_test(NAME ${test}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/docs/measured/model_equals_hardware.py
            --cpu ${TUTORIAL_CPU_BUILD} --gpu ${PROJECT_BINARY_DIR} ${program})
  set_tests_properties(${test} PROPERTIES LABELS model_equals_hardware RESOURCE_LOCK gpu
    SKIP_RETURN_CODE 77 TIMEOUT 600)
endfunction()
