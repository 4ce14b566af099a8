/// @file
/// @ingroup tutorial
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tutorial/raw_results.cuh"
#include "tutorial/verdict.inl.cuh"

namespace tutorial {

inline std::FILE* file_named_by(const char* variable, const char* mode) {
  const char* const name = std::getenv(variable);
  if (name == nullptr || *name == '\0') return nullptr;
  std::FILE* const file = std::fopen(name, mode);
  if (file == nullptr) {
    end_with_problem(std::string(variable) + ": cannot open " + name + ": " + std::strerror(errno));
  }
  return file;
}

}  // namespace tutorial

TUTORIAL_INLINE tutorial::RawResults::RawResults()
    : sends_(file_named_by("EXERCISE_SENDS", "wb")),
      judges_(file_named_by("EXERCISE_JUDGES", "rb")) {}

TUTORIAL_INLINE tutorial::RawResults::~RawResults() {
  for (std::FILE* file : {sends_, judges_}) {
    if (file != nullptr) std::fclose(file);
  }
}

TUTORIAL_INLINE void tutorial::RawResults::send(const void* bytes, std::size_t count) {
  const std::uint64_t size = count;
  if (std::fwrite(&size, sizeof size, 1, sends_) != 1 ||
      std::fwrite(bytes, 1, count, sends_) != count) {
    end_with_problem("EXERCISE_SENDS: cannot write: " + std::string(std::strerror(errno)));
  }
}

TUTORIAL_INLINE bool tutorial::RawResults::receive(void* bytes, std::size_t count) {
  std::uint64_t size = 0;
  if (std::fread(&size, sizeof size, 1, judges_) != 1 || size != count) return false;
  ++received_;
  return std::fread(bytes, 1, count, judges_) == count;
}

TUTORIAL_INLINE bool tutorial::RawResults::is_at_end() { return std::fgetc(judges_) == EOF; }
