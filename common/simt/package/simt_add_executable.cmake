# simt_add_executable(<name> <file>... [STANDARD <17|20|23>] [OPTIONS <option>...])
#
# An executable of .cu files, and of others that CMake compiles itself. OPTIONS are simtcc's (nvcc's with
# -DSIMT_BACKEND=cuda). Without STANDARD it is CMAKE_CXX_STANDARD, if that is set, or else that of the compiler: C++17.
# Include folders, definitions and libraries are added to the target as to any other; the build type changes nothing in
# .cu files, so the counters of a kernel do not depend on it.
function(simt_add_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "STANDARD" "OPTIONS")
  set(files ${arg_UNPARSED_ARGUMENTS})
  if(NOT files)
    message(FATAL_ERROR "simt_add_executable(${name}): it has no files")
  endif()
  set(options ${arg_OPTIONS})
  if(NOT arg_STANDARD)
    set(arg_STANDARD ${CMAKE_CXX_STANDARD})
  endif()
  if(arg_STANDARD)
    list(PREPEND options -std=c++${arg_STANDARD})
  endif()

  if(SIMT_BACKEND STREQUAL "cuda")
    add_executable(${name} ${files})
    target_compile_options(${name} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;${options}>")
    return()
  endif()

  # What the target will have when all of CMakeLists.txt has been read.
  set(folders $<TARGET_PROPERTY:${name},INCLUDE_DIRECTORIES>)
  set(definitions $<TARGET_PROPERTY:${name},COMPILE_DEFINITIONS>)
  set(parts)
  foreach(file ${files})
    if(NOT file MATCHES "\\.cu$")
      list(APPEND parts ${file})
      continue()
    endif()
    string(MAKE_C_IDENTIFIER "${file}" object)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}_${object}.o)
    cmake_path(ABSOLUTE_PATH file)
    add_custom_command(
      OUTPUT ${object}
      COMMAND simt::simtcc -c ${file} -o ${object} -MD -MF ${object}.d ${options}
        "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>" "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
      DEPENDS ${file} $<TARGET_FILE:simt::simtcc>
      DEPFILE ${object}.d
      COMMENT "Compiling ${file} for the CPU backend"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND parts ${object})
  endforeach()
  add_executable(${name} ${parts})
  # Reports name the lines of calls, also where a build type has no debug information.
  target_compile_options(${name} PRIVATE -gdwarf-4 $<$<NOT:$<CONFIG:Debug,RelWithDebInfo>>:-g1>)
  # Not target_link_libraries(): its caller chooses between the forms with PRIVATE and without.
  set_property(TARGET ${name} PROPERTY LINK_LIBRARIES simt::simt)
  set_property(TARGET ${name} PROPERTY LINK_OPTIONS -no-pie -pthread)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX POSITION_INDEPENDENT_CODE OFF)
endfunction()
