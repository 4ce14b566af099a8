# add_exercise(<name> [REQUIRES <compute capability>] [RELOCATABLE] [ONE_FILE <reason>] [OWN_DECLARATIONS]
#              [TILES])
#
# With RELOCATABLE kernels can launch kernels, and those of an answer use variables of the check, as in
# add_cuda_program.
# In exercises/<chapter>/<name>: README.md, hints.md, the learner's <name>.cu, and check.cu, which includes
# it as SUBMISSION and has main. check.cu is compiled once and linked with each answer (check.cmake); with
# ONE_FILE, for which there has to be a reason, it is compiled together with each of them. It is also where there is no
# solution (learn export), if the learner changes what the check sees declared: OWN_DECLARATIONS. With TILES an answer
# has tile kernels; where no compiler has them, a program that says so and exits with 77 takes its place. It is run
#   exercise.<name>                with the learner's file: skipped if it is not started;
# with TUTORIAL_PROOFS also
#   solution.<name>                with solutions/<chapter>/<name>.cu: must pass,
#   wrong.<name>.<what>            with each variant of the solution in
#                                  common/tests/graders/<chapter>/<name>.diff, as many of them as
#                                  TUTORIAL_WRONG_ANSWERS says: must be rejected with the words that it
#                                  expects ("// expect: …"),
#   maintainer.stub.<name>         with the learner's file as long as git does not know it as changed:
#                                  must be not started,
#   maintainer.outside.<name>      compares the solution's results in a process that does not run it, as learn grade
#                                  does: they must pass there; skipped if the check compares none there.
# and the target all_of_<name>, which builds what these tests need and the rules.
# A wrong answer says what rejects it, "// rejected by: …":
#   result             on every backend
#   hardware counter   the CPU backend's counters, and a GPU's; the test is skipped where the GPU's cannot be read
#   compute-sanitizer TOOL   the CPU backend, and on a GPU this tool (memcheck, racecheck, synccheck)
#   model              what only the CPU backend sees: it is not built for a GPU
# A GPU counts for one program at a time, so these tests run one after the other there.
if(TUTORIAL_PROOFS OR TUTORIAL_UNIT_TESTS)
  add_executable(check_report ${PROJECT_SOURCE_DIR}/common/tools/check_report.cpp)
  target_compile_features(check_report PRIVATE cxx_std_17)
endif()

if(TUTORIAL_PROOFS)
  set(tools ${PROJECT_SOURCE_DIR}/common/tools)
  add_executable(check_rules ${tools}/rules/main.cpp ${tools}/rules/exercises.cpp ${tools}/rules/programs.cpp
    ${tools}/counts/counts.cpp ${tools}/variants/variants.cpp)
  target_include_directories(check_rules PRIVATE ${tools} ${PROJECT_SOURCE_DIR}/common/simt)
  target_compile_features(check_rules PRIVATE cxx_std_17)
  add_test(NAME maintainer.rules COMMAND check_rules ${PROJECT_SOURCE_DIR})
  add_test(NAME maintainer.rules_are_checked
    COMMAND bash ${PROJECT_SOURCE_DIR}/common/tests/cmake/check_rules_test.sh $<TARGET_FILE:check_rules>)
  set_tests_properties(maintainer.rules maintainer.rules_are_checked PROPERTIES LABELS maintainer)
endif()

if(TUTORIAL_PROOFS AND backend STREQUAL "cuda" AND has_gpu)
  find_program(TUTORIAL_SANITIZER compute-sanitizer PATHS /usr/local/cuda/bin)
  mark_as_advanced(TUTORIAL_SANITIZER)
endif()

function(add_exercise name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RELOCATABLE;OWN_DECLARATIONS;TILES" "REQUIRES;ONE_FILE" "")
  set(how)
  if(arg_REQUIRES)
    list(APPEND how REQUIRES ${arg_REQUIRES})
  endif()
  foreach(option RELOCATABLE TILES)
    if(arg_${option})
      list(APPEND how ${option})
    endif()
  endforeach()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME chapter)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  set(bin ${PROJECT_BINARY_DIR}/bin)

  set(check ${folder}/check.cu)
  set(solution ${PROJECT_SOURCE_DIR}/solutions/${chapter}/${name}.cu)
  if(NOT EXISTS ${solution})
    set(solution ${folder}/stub.cu)
    if(arg_OWN_DECLARATIONS)
      set(arg_ONE_FILE "nobody else knows what is declared")
    endif()
  endif()
  set(target exercise_${name})
  set(file exercises/${chapter}/${name}/${name}.cu)
  if(arg_TILES AND NOT has_tiles)
    set_property(GLOBAL APPEND PROPERTY COURSE "exercise ${chapter}/${name}")
    add_program_without_tiles(${target})
    add_learner_test(exercise.${name} ${target} ${file} COMMAND ${bin}/${target})
    set_tests_properties(exercise.${name} PROPERTIES LABELS "exercise;${chapter}")
    return()
  endif()

  # (With dynamic parallelism nvcc links all device code of a library, and with it a main that the answer has, too.)
  if(NOT arg_ONE_FILE AND NOT (arg_RELOCATABLE AND backend STREQUAL "cuda") AND NOT (arg_TILES AND tile_nvcc))
    add_check(check_of_${name} ${check} ${solution} ${how})
    list(APPEND how LIBRARY check_of_${name} ${solution})
  endif()

  set_property(GLOBAL APPEND PROPERTY COURSE "exercise ${chapter}/${name}")
  add_answer(${target} ${folder}/${name}.cu ${check} ${how})
  write_grading_script(${name} ${check} ${how})
  add_learner_test(exercise.${name} ${target} ${file}
    COMMAND $<TARGET_FILE:check_console> --verdict ${bin}/${target})
  set_tests_properties(exercise.${name} PROPERTIES LABELS "exercise;${chapter}")
  if(backend STREQUAL "cuda")
    set_property(TEST exercise.${name} APPEND PROPERTY RESOURCE_LOCK gpu)
  endif()
  if(NOT TUTORIAL_PROOFS)
    return()
  endif()
  if(backend STREQUAL "cuda" AND NOT has_gpu)
    # Nothing could run it, and the same check is compiled with the solution.
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()

  add_test(NAME maintainer.stub.${name}
    COMMAND bash ${PROJECT_SOURCE_DIR}/common/cmake/check_stub.sh ${file} ${bin}/${target}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(maintainer.stub.${name} PROPERTIES LABELS maintainer
    SKIP_RETURN_CODE 77 TIMEOUT 300)

  set(tests solution.${name})
  add_answer(solution_${name} ${solution} ${check} ${how})
  add_test(NAME solution.${name} COMMAND check_console --verdict ${bin}/solution_${name})
  set_tests_properties(solution.${name} PROPERTIES LABELS "solution;${chapter}" TIMEOUT 300
    SKIP_RETURN_CODE 77)

  add_test(NAME maintainer.outside.${name}
    COMMAND bash ${PROJECT_SOURCE_DIR}/common/cmake/check_outside.sh ${bin}/solution_${name} ${bin}/${target})
  set_tests_properties(maintainer.outside.${name} PROPERTIES LABELS maintainer TIMEOUT 300 SKIP_RETURN_CODE 77)
  list(APPEND tests maintainer.outside.${name})

  add_custom_target(all_of_${name})
  add_dependencies(all_of_${name} ${target} solution_${name} check_console check_report check_rules)

  set(wrong_answers)
  # They are more than half of what has to be compiled.
  if(NOT TUTORIAL_WRONG_ANSWERS STREQUAL "OFF" AND (backend STREQUAL "cpu" OR has_gpu))  # else nothing could run them
    set(variants ${CMAKE_CURRENT_BINARY_DIR}/${name})
    add_variants(wrong_answers
      ${PROJECT_SOURCE_DIR}/common/tests/graders/${chapter}/${name}.diff ${solution} ${variants})
    if(TUTORIAL_WRONG_ANSWERS STREQUAL "FIRST")
      list(SUBLIST wrong_answers 0 1 wrong_answers)
    endif()
  endif()
  foreach(what ${wrong_answers})
    set(wrong ${variants}/${what}.cu)
    set(sanitizer)
    if(backend STREQUAL "cuda")
      if(rejected_by_${what} MATCHES "compute-sanitizer ([a-z]+)")
        set(sanitizer ${CMAKE_MATCH_1})
      endif()
      if(rejected_by_${what} STREQUAL "model" OR (sanitizer AND NOT TUTORIAL_SANITIZER))
        continue()
      endif()
    endif()
    add_answer(wrong_${name}_${what} ${wrong} ${check} ${how})
    add_dependencies(all_of_${name} wrong_${name}_${what})
    set(test wrong.${name}.${what})
    if(sanitizer)
      add_test(NAME ${test}
        COMMAND ${TUTORIAL_SANITIZER} --tool ${sanitizer} --target-processes application-only
          ${bin}/wrong_${name}_${what})
      set_tests_properties(${test} PROPERTIES PASS_REGULAR_EXPRESSION "SUMMARY: [1-9]")
    else()
      add_test(NAME ${test}
        COMMAND check_report ${bin}/wrong_${name}_${what} ${wrong}
          $<TARGET_FILE:check_console> --verdict)
      set_tests_properties(${test} PROPERTIES SKIP_RETURN_CODE 77
        SKIP_REGULAR_EXPRESSION "The GPU's counters cannot be read")
    endif()
    set_tests_properties(${test} PROPERTIES LABELS "wrong-answer;${chapter}" TIMEOUT 300)
    list(APPEND tests ${test})
  endforeach()
  if(backend STREQUAL "cuda")
    set_property(TEST ${tests} APPEND PROPERTY RESOURCE_LOCK gpu)
  endif()
endfunction()

# add_course()
#
# Writes down which programs and exercises there are, in their order, for build/bin/learn, and adds the
# target `progress`, which is `learn list`. The file is as old as the last time that CMake ran: if a list of
# programs or exercises is newer, learn has it run again.
function(add_course)
  get_property(course GLOBAL PROPERTY COURSE)
  list(JOIN course "\n" course)
  file(WRITE ${PROJECT_BINARY_DIR}/course.txt "source ${PROJECT_SOURCE_DIR}\n${course}\n")
  add_custom_target(progress COMMAND learn list
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} COMMENT "Checking every exercise" USES_TERMINAL)
endfunction()
