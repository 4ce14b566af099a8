// The parts of an exercise's pages that learn shows, and how they fit a terminal.
#pragma once

#include <string>
#include <vector>

namespace learn {

/// The text with `with` wherever it had `what`.
std::string replaced(std::string text, const std::string& what, const std::string& with);
/// The folded hints of a hints.md, from nudge to near-answer: "Hint 1: the index" and its text.
std::vector<std::string> hints(const std::string& markdown);
/// What is folded as "What you learned" in a hints.md; empty if nothing is.
std::string learned(const std::string& markdown);
/// What stands below a heading such as "## scale_vector", up to the next one of its level;
/// empty if there is no such heading.
std::string section(const std::string& markdown, const std::string& heading);
/// The heading, without its mark, of the section of a lesson that first links to an exercise; empty if none does but
/// the list of all exercises.
/// @param exercise its folders: "01_thread_hierarchy/scale_vector"
std::string heading_of(const std::string& lesson, const std::string& exercise);
/// Markdown as lines of at most `width` characters, and of no more than are easy to read: paragraphs
/// are filled, code is indented.
std::vector<std::string> fill(const std::string& markdown, int width);
/// How many rows of a window the lines take; what sets a colour takes no room.
int rows(const std::vector<std::string>& lines, int width);
/// Breaks what is longer than `width`, between words if it can, and makes control characters harmless. A path
/// stays whole, also where it is too long.
std::vector<std::string> wrap(const std::string& text, int width);

}  // namespace learn
