# add_precompiled_header(<name> <line>…): a header of these lines for PRECOMPILED.
#
# Without C++17's Bessel functions and their like, which each file would compile anew; <tr1/cmath> has them.
function(add_precompiled_header name)
  set(header ${PROJECT_BINARY_DIR}/precompiled/${name}.h)
  list(JOIN ARGN "\n" lines)
  string(PREPEND lines "#include <bits/c++config.h>\n#undef _GLIBCXX_USE_STD_SPEC_FUNCS\n")
  file(CONFIGURE OUTPUT ${header} CONTENT "${lines}\n" @ONLY)
  add_custom_command(
    OUTPUT ${header}.gch
    COMMAND simtcc --create-pch ${header} ${simtcc_options} -MF ${header}.d
    DEPENDS ${header} simtcc
    DEPFILE ${header}.d
    COMMENT "Compiling ${name}.h for the CPU backend"
    VERBATIM)
  add_custom_target(precompiled_${name} DEPENDS ${header}.gch)
endfunction()
