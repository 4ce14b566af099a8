// What an exercise or a program of the course consists of: files of its own, made of a template, and additions to files
// that name all of a chapter.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "files.h"

namespace learn {

/// What is made or removed: its chapter and its name.
struct New {
  fs::path source;
  std::string chapter, name;
};

struct Addition {
  /// The text of a file with an addition; nothing if it has no place for it.
  std::optional<std::string> (*add)(const std::string& text, const std::string& addition,
                                    const New& made);
  /// The text without it.
  std::string (*remove)(const std::string& text, const std::string& addition, const New& made);
};

struct Kind {
  const char* name;                           ///< also the template's folder
  const char* stands;                         ///< in the template, for the name of what is made
  const char* chapters;                       ///< the folder of all chapters
  const char* suffix;                         ///< of its folder or file in its chapter
  std::map<std::string, Addition> additions;  ///< by their place in the template
};

extern const Kind kExercise, kProgram;

}  // namespace learn
