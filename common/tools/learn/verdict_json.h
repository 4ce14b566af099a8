// A verdict for a program to read, as one JSON object in a line.
#pragma once

#include <string>

#include "check.h"

namespace learn {

/// {"exercise": "01_thread_hierarchy/scale_vector", "state": "wrong", "points": 0, "of": 1,
///  "reason": "n = 33: …", "file": "exercises/…/scale_vector.cu", "line": 12, "check": {…}}
///
/// State is one of those of `learn list`. Reason is the first one, and null if it passes; file and line are where
/// that is, if it is known. Check is what the check has written (common/tutorial/verdict.cuh), or null if it has
/// not come to its end; then the points are 0, and of how many is not known.
std::string json(const Exercise& exercise, const Verdict& verdict);

}  // namespace learn
