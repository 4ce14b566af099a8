/// @file
/// @ingroup simt_translate
/// What the translator and simtcc agree on: simtcc looks for it in the translated text, and in g++'s messages about it.
#pragma once

namespace translator {

// What g++ is to look at: in the translated text, where there is any.
inline constexpr char kLocalArray[] = " ::simt::local_array(";  ///< an array of a thread's own
inline constexpr char kCheckedArrays[] = "/*simt: arrays*/";  ///< members, and arrays of constants
inline constexpr char kCasts[] = "/*simt: casts*/";  ///< pointers that become ones to structs

// What simtcc makes of `__tile_global__`: a kernel, and the word that it is one of tiles.
inline constexpr char kTileWord[] = "__simt_tile__";

// Names that the translator makes up: a program's user does not see them. Behind the first three there is a number, "_"
// and the name of a shared variable.
inline constexpr char kTypeName[] = "simt_t";     ///< its type
inline constexpr char kKeyName[] = "simt_k";      ///< what has its address for the runtime
inline constexpr char kAlignedName[] = "simt_a";  ///< its type with its alignment
inline constexpr char kCalleeName[] = "simt_f";   ///< what is launched
/// The dynamic shared array, declared once more for g++ to compare.
inline constexpr char kDynamicName[] = "simt_dynamic_";
inline constexpr char kArgumentsName[] =
    "simt_a";  ///< of a launch: a pack, whose elements g++ calls simt_a#0, …

}  // namespace translator
