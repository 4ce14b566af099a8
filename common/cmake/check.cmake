# How the check of an exercise and the answers to it become programs in build/bin. <option>… are REQUIRES,
# RELOCATABLE and TILES of add_cuda_program.
#
# add_check(<name> <check.cu> <solution.cu> <option>…)
#   The library <name> is check.cu, compiled once, with declarations of what it uses of an answer.
# add_answer(<name> <answer.cu> <check.cu> <option>… [LIBRARY <check> <solution.cu>])
#   The program <name> is check.cu with this answer: split_check writes what of the answer has to be compiled, and that
#   is linked with the library <check>. Without one, check.cu is compiled together with the answer.
#
# write_grading_script(<name> <check.cu> <option>… [LIBRARY <check> <solution.cu>])
#   <build>/grading/<name>.sh makes a program of an answer that comes from elsewhere, in the steps of learn grade.
#
# For the CPU backend an answer is compiled and linked in one step, as an object file would be three times as large as
# the program. So $<TARGET_FILE:<name>> is not defined.
add_executable(split_check ${PROJECT_SOURCE_DIR}/common/tools/split_check.cpp)
target_link_libraries(split_check PRIVATE simt_items)

if(backend STREQUAL "cpu")
  # All checks begin with this header. Compiled once, it saves half of the time that a check takes.
  include(${CMAKE_CURRENT_LIST_DIR}/precompiled_header.cmake)
  add_precompiled_header(exercise "#include <cuda_runtime.h>" "#include \"tutorial/exercise.cuh\"" ${instantiated})
  set(header ${PROJECT_BINARY_DIR}/precompiled/exercise.h)
  set(check_options ${simtcc_options} --use-pch ${header})
  set(check_depends simtcc precompiled_exercise ${header}.gch)

  # simtcc adds libsimt.a.
  set(runtime_libraries $<TARGET_FILE:tutorial_helpers>)
  set(runtime_depends tutorial_helpers simt_runtime)
  if(TUTORIAL_SHARED_RUNTIME)
    list(APPEND runtime_libraries $<TARGET_FILE:simt_runtime> -Xlinker=-rpath,$<TARGET_FILE_DIR:simt_runtime>,${small})
    # Whoever is linked with them need not be linked anew when they are.
    add_custom_target(shared_libraries DEPENDS ${runtime_depends})
    set(runtime_depends shared_libraries)
  endif()
endif()

# Compiles <source.cu> into the file <out>, with <file> as the SUBMISSION, by `simtcc <argument>…`.
function(simtcc_check out source submission)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "ARGUMENTS;DEPENDS")
  cmake_path(GET out FILENAME file)
  set(dependencies ${CMAKE_CURRENT_BINARY_DIR}/${file}.d)
  add_custom_command(
    OUTPUT ${out}
    COMMAND simtcc ${source} ${arg_ARGUMENTS} -o ${out} ${check_options} -DSUBMISSION="${submission}"
      -MF ${dependencies}
    DEPENDS ${source} ${submission} ${arg_DEPENDS} ${check_depends}
    DEPFILE ${dependencies}
    COMMENT "Building ${file} for the CPU backend"
    VERBATIM)
endfunction()

# The options of simtcc that come of those options.
function(simtcc_arguments variable)
  set(arguments)
  if("RELOCATABLE" IN_LIST ARGN)
    list(APPEND arguments -rdc=true)
  endif()
  if("TILES" IN_LIST ARGN)
    list(APPEND arguments --enable-tile)
  endif()
  set(${variable} ${arguments} PARENT_SCOPE)
endfunction()

function(add_check name check solution)
  set(interface ${CMAKE_CURRENT_BINARY_DIR}/${name}.h)
  add_custom_command(OUTPUT ${interface}
    COMMAND split_check --interface ${check} ${solution} ${interface}
    DEPENDS split_check ${check} ${solution}
    VERBATIM)
  if(backend STREQUAL "cuda")
    add_library(${name} STATIC ${check})
    # (The compiler finds the others itself. This one has to be written first.)
    set_source_files_properties(${check} PROPERTIES OBJECT_DEPENDS ${interface})
    target_compile_definitions(${name} PRIVATE SUBMISSION="${interface}")
    use_nvcc(${name} ${ARGN})
  else()
    set(library ${CMAKE_CURRENT_BINARY_DIR}/${name}.a)
    simtcc_arguments(arguments ${ARGN})
    simtcc_check(${library} ${check} ${interface} ARGUMENTS --lib ${small_object} ${arguments})
    add_custom_target(${name} DEPENDS ${library})
  endif()
endfunction()

function(add_answer name answer check)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "LIBRARY")
  set(source ${check})
  set(library)
  set(archive)
  if(arg_LIBRARY)
    list(GET arg_LIBRARY 0 library)
    list(GET arg_LIBRARY 1 solution)
    set(archive ${CMAKE_CURRENT_BINARY_DIR}/${library}.a)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cu)
    add_custom_command(OUTPUT ${source}
      COMMAND split_check --answer ${check} ${solution} ${answer} ${source}
      DEPENDS split_check ${check} ${solution} ${answer}
      COMMENT "Preparing ${name}.cu"
      VERBATIM)
  endif()
  if("TILES" IN_LIST arg_UNPARSED_ARGUMENTS AND tile_nvcc)
    add_tile_program(${name} ${source} SUBMISSION ${answer})
  elseif(backend STREQUAL "cuda")
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE ${library})
    target_compile_definitions(${name} PRIVATE SUBMISSION="${answer}")
    use_nvcc(${name} ${arg_UNPARSED_ARGUMENTS})
  else()
    set(program ${PROJECT_BINARY_DIR}/bin/${name})
    simtcc_arguments(arguments ${arg_UNPARSED_ARGUMENTS})
    simtcc_check(${program} ${source} ${answer} ARGUMENTS ${archive} ${runtime_libraries} ${arguments}
      DEPENDS ${library} ${archive} ${runtime_depends})
    add_custom_target(${name} ALL DEPENDS ${program})
  endif()
endfunction()

function(write_grading_script name check)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LIBRARY")
  if(NOT backend STREQUAL "cpu")
    return()
  endif()
  simtcc_arguments(arguments ${arg_UNPARSED_ARGUMENTS})
  set(simtcc ${PROJECT_BINARY_DIR}/bin/simtcc ${check_options} ${arguments})
  set(archive)
  if(arg_LIBRARY)
    list(GET arg_LIBRARY 0 archive)
    list(GET arg_LIBRARY 1 solution)
    set(archive ${CMAKE_CURRENT_BINARY_DIR}/${archive}.a)
    set(split $<TARGET_FILE:split_check> --answer ${check} ${solution})
  endif()
  foreach(words simtcc archive split runtime_libraries check)
    list(TRANSFORM ${words} REPLACE "(.+)" "'\\1'")
    list(JOIN ${words} " " ${words})
  endforeach()
  string(CONCAT script "#!/usr/bin/env bash\n# Written by CMake: ${name}.sh STEP ANSWER OUTPUT\nset -e\n"
    "compile() { ${simtcc} -DSUBMISSION=\"\\\"$answer\\\"\" \"$@\"; }\nstep=$1 answer=$2 output=$3\n")
  if(arg_LIBRARY)
    string(APPEND script "split() { ${split} \"$answer\" \"$output.cu\"; }\n"
      "answer() { compile -c \"$output.cu\" -o \"$output.o\"; }\n"
      "link() { compile \"$output.o\" ${archive} ${runtime_libraries} -o \"$output\"; }\n")
  else()
    string(APPEND script "split() { true; }\n"
      "answer() { compile -c \"$answer\" -o \"$output.o\"; }\n"
      "link() { compile ${check} ${runtime_libraries} -o \"$output\"; }\n")
  endif()
  string(APPEND script "\"$step\"\n")
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/grading/${name}.sh CONTENT "${script}")
endfunction()
