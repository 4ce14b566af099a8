# The tool that compares output, for the tests of programs and of READMEs.
add_executable(check_console ${PROJECT_SOURCE_DIR}/common/tools/check_console.cpp)
target_compile_features(check_console PRIVATE cxx_std_17)
set_target_properties(check_console PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

# The answer to what a lesson asks its reader to predict is folded.
if(TUTORIAL_PROOFS)
  file(GLOB lessons CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/chapters/*/README.md
    ${PROJECT_SOURCE_DIR}/chapters/*/DEEPER.md ${PROJECT_SOURCE_DIR}/docs/pages/*.md)
  add_test(NAME maintainer.predictions
    COMMAND bash ${PROJECT_SOURCE_DIR}/common/cmake/check_predictions.sh ${lessons})
  set_tests_properties(maintainer.predictions PROPERTIES LABELS maintainer TIMEOUT 60)
endif()

# add_picture(<picture.svg> <program> <drawn.svg>)
#
# The picture in this folder is what the program draws with SIMT_PICTURE, or what the rows of its
# table say that are named instead (check_picture.sh): registers the test picture.<picture>, which
# fails when the two differ. The site (docs/) draws it again, too.
function(add_picture picture program drawn)
  if(NOT backend STREQUAL "cpu")
    return()
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  set_property(GLOBAL APPEND PROPERTY PICTURES "${folder}|${picture}|${program}|${drawn}")
  if(NOT TUTORIAL_PROOFS)
    return()
  endif()
  cmake_path(GET picture STEM name)
  add_test(NAME picture.${name}
    COMMAND bash ${PROJECT_SOURCE_DIR}/common/cmake/check_picture.sh $<TARGET_FILE:${program}> ${drawn}
            ${CMAKE_CURRENT_SOURCE_DIR}/${picture}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(picture.${name} PROPERTIES LABELS "docs;${folder}" TIMEOUT 120)
endfunction()

# add_drawn_picture(<picture.svg> <script.awk> [OF <program>] [<name=value>...])
#
# The picture in this folder is what docs/pictures/<script.awk> draws, with these variables, from what the
# program prints, or by itself. Registers the test picture.<picture>, which fails when the two differ.
function(add_drawn_picture picture script)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "OF" "")
  set(from)
  if(arg_OF)
    set(from "$<TARGET_FILE:${arg_OF}> | ")
  endif()
  add_picture_test(${picture} ${script} "${from}" "" ${arg_UNPARSED_ARGUMENTS})
endfunction()

# add_measured_picture(<picture.svg> <script.awk> <measured> <name=value>...)
#
# The same from what a GPU has done: a file in docs/measured.
function(add_measured_picture picture script measured)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  add_picture_test(${picture} ${script} "" " docs/measured/${folder}/${measured}" ${ARGN})
endfunction()

# add_picture_test(<picture.svg> <script.awk> <before> <behind> <name=value>...)
#
# What the two above share: the words before and behind the awk command, and any folder.
function(add_picture_test picture script before behind)
  if(NOT backend STREQUAL "cpu" OR NOT TUTORIAL_PROOFS)
    return()
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  cmake_path(GET picture STEM name)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR}
             OUTPUT_VARIABLE drawn)
  string(APPEND drawn /${picture})
  set(draw "${before}awk")
  foreach(variable ${ARGN})
    string(APPEND draw " -v '${variable}'")
  endforeach()
  string(APPEND draw " -f docs/pictures/${script}${behind}")
  add_test(NAME picture.${name}
    COMMAND sh -c "${draw} | diff - ${drawn} || ! echo \"to take the new picture: $0\""
            "${draw} > ${drawn}"
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(picture.${name} PROPERTIES LABELS "docs;${folder}" TIMEOUT 60)
endfunction()

# add_console_tests(<README.md>)
#
# Registers one test console.<folder>.<k> for the k-th ```console block (console.readme.<k> and
# console.contributing.<k> for pages at the top of the repository, console.<folder>.deeper.<k> for a DEEPER.md): its commands must print what
# the README says. And quotes.<folder>, if it quotes programs, and tables.<folder>, if it has tables that
# are made from docs/measured. On a GPU the figures differ, so there they are no tests, and neither where a
# learner may have changed the programs.
function(add_console_tests readme)
  if(NOT backend STREQUAL "cpu" OR NOT TUTORIAL_PROOFS)
    return()
  endif()
  cmake_path(ABSOLUTE_PATH readme)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${readme})
  cmake_path(GET readme PARENT_PATH folder)
  if(folder STREQUAL PROJECT_SOURCE_DIR)
    cmake_path(GET readme STEM folder)
    string(TOLOWER ${folder} folder)
  else()
    cmake_path(GET folder FILENAME folder)
  endif()
  set(name ${folder})
  if(readme MATCHES "/DEEPER.md$")
    string(APPEND name .deeper)
  endif()
  file(STRINGS ${readme} quotes REGEX "^<!-- from ")
  if(quotes)
    add_test(NAME quotes.${name}
      COMMAND bash ${PROJECT_SOURCE_DIR}/common/cmake/check_quotes.sh ${readme})
    set_tests_properties(quotes.${name} PROPERTIES LABELS "docs;${folder}" TIMEOUT 60)
  endif()
  file(STRINGS ${readme} tables REGEX "^<!-- /?measured")
  if(tables AND Python3_FOUND)
    add_test(NAME tables.${name}
      COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/docs/measured/tables.py ${readme})
    set_tests_properties(tables.${name} PROPERTIES LABELS "docs;${folder}" TIMEOUT 60)
  endif()
  file(STRINGS ${readme} blocks REGEX "^```console")
  list(LENGTH blocks count)
  foreach(k RANGE 1 ${count})
    if(k GREATER count)  # RANGE 1 0 counts down
      break()
    endif()
    set(test console.${name}.${k})
    add_test(NAME ${test} COMMAND check_console --build ${PROJECT_BINARY_DIR} ${readme} ${k}
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${test} PROPERTIES LABELS "docs;${folder}" TIMEOUT 300)
  endforeach()
endfunction()
