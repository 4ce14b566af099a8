#include "base/svg.h"

#include <sstream>

namespace simt {

std::string svg_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string svg_begin(int width, int height, const std::string& title, const std::string& text) {
  std::ostringstream svg;
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << ' ' << height
      << "\" width=\"" << width << "\" role=\"img\">\n<title>" << svg_escaped(title + ": " + text)
      << "</title>\n"
      << R"(<style>
text { font: 11px sans-serif; fill: #1f2328; }
.title { font-weight: bold; font-size: 13px; }
.small { font-size: 9px; text-anchor: middle; }
.unused { fill: #eaeef2; stroke: #afb8c1; }
.used { fill: #54aeff; stroke: #0550ae; }
.way1 { fill: #6fdd8b; stroke: #1a7f37; }
.way2 { fill: #ffb77c; stroke: #bc4c00; }
.way3 { fill: #ff8182; stroke: #a40e26; }
.frame { fill: none; stroke: #57606a; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .on { fill: #0d1117; }
  .unused { fill: #21262d; stroke: #484f58; }
  .frame { stroke: #8b949e; }
}
</style>
)"
      << "<text class=\"title\" x=\"" << kSvgMargin << "\" y=\"18\">" << svg_escaped(title)
      << "</text>\n<text x=\"" << kSvgMargin << "\" y=\"33\">" << svg_escaped(text) << "</text>\n";
  return svg.str();
}

/// `on` marks text on a coloured ground.
void svg_box(std::ostream& svg, const char* kind, double x, double y, double width, double height,
             const std::string& label) {
  svg << "<rect class=\"" << kind << "\" x=\"" << x << "\" y=\"" << y << "\" width=\"" << width
      << "\" height=\"" << height << "\"/>";
  if (!label.empty()) {
    svg << "<text class=\"small on\" x=\"" << x + width / 2 << "\" y=\"" << y + height / 2 + 3
        << "\">" << svg_escaped(label) << "</text>";
  }
  svg << '\n';
}

}  // namespace simt
