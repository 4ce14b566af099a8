# `cmake --install BUILD --prefix PREFIX` installs the CPU backend with simtcc (the component simt), and what graded
# exercises need (the component exercise). PREFIX can be moved.
if(backend STREQUAL "cuda")
  install(CODE [[message(FATAL_ERROR "This build is for the GPU; what can be installed is the CPU backend: "
                                     "cmake --preset cpu && cmake --install build-cpu --prefix PREFIX")]]
          ALL_COMPONENTS)
  return()
endif()

# What is built is copied as it is. What is not is built first: the tour, for example, does without some of it.
set(installed_targets simtcc simt check_console check_report tutorial_exercise)
add_custom_target(installed)
if(TUTORIAL_PROOFS OR TUTORIAL_UNIT_TESTS)  # tests build nothing
  set_target_properties(installed PROPERTIES EXCLUDE_FROM_ALL OFF)
endif()
add_dependencies(installed ${installed_targets})
list(TRANSFORM installed_targets REPLACE "(.+)" "\"$<TARGET_FILE:\\1>\"" OUTPUT_VARIABLE files)
list(JOIN files " " files)
install(CODE "
  foreach(file ${files})
    if(NOT EXISTS \"\${file}\")
      execute_process(COMMAND \"\${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target installed
                      COMMAND_ERROR_IS_FATAL ANY)
    endif()
  endforeach()" ALL_COMPONENTS)
