/// @file
/// @ingroup simt_base
/// What all pictures have in common. The colours follow the reader's light or dark scheme.
#pragma once

#include <ostream>
#include <string>

namespace simt {

inline constexpr int kSvgMargin = 16;
inline constexpr int kSvgHeader = 40;  ///< height of the two lines on top

/// Text as it stands in a picture.
std::string svg_escaped(const std::string& text);
/// The beginning of a picture: its style, and two lines of text. "</svg>" must follow in the end.
std::string svg_begin(int width, int height, const std::string& title, const std::string& text);

/// A labelled box of a class of the style.
void svg_box(std::ostream& svg, const char* kind, double x, double y, double width, double height,
             const std::string& label);

}  // namespace simt
