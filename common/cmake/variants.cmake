# add_variants(<names> <variants.diff> <solution.cu> <folder>)
#
# Wrong answers are written as what they change in the solution (common/tools/variants/variants.h). Builds
# <folder>/<name>.cu of each, sets <names> to their names, and rejected_by_<name> to what each says of it.
if(TUTORIAL_PROOFS)
  add_executable(make_variants
    ${PROJECT_SOURCE_DIR}/common/tools/variants/make_variants.cpp
    ${PROJECT_SOURCE_DIR}/common/tools/variants/variants.cpp)
  target_include_directories(make_variants PRIVATE ${PROJECT_SOURCE_DIR}/common/simt)  # translate/whole_files.h
  target_compile_features(make_variants PRIVATE cxx_std_17)
endif()

function(add_variants names variants solution folder)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${variants})
  file(MAKE_DIRECTORY ${folder})
  file(STRINGS ${variants} lines REGEX "^(=== |// rejected by: )")
  set(found)
  set(files)
  foreach(line ${lines})
    if(line MATCHES "^=== ([^ ]+)")
      set(name ${CMAKE_MATCH_1})
      list(APPEND found ${name})
      list(APPEND files ${folder}/${name}.cu)
    elseif(line MATCHES "^// rejected by: (.*)")
      set(rejected_by_${name} ${CMAKE_MATCH_1} PARENT_SCOPE)
    endif()
  endforeach()
  set(${names} ${found} PARENT_SCOPE)
  cmake_path(GET variants STEM exercise)
  add_custom_command(OUTPUT ${files}
    COMMAND make_variants ${variants} ${solution} ${folder}
    DEPENDS make_variants ${variants} ${solution}
    COMMENT "Writing the wrong answers to ${exercise}"
    VERBATIM)
endfunction()
