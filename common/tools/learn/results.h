// The results of a class: one file of `learn grade FOLDER json` for each student.
#pragma once

#include <string>
#include <vector>

#include "files.h"

namespace learn {

struct Result {
  std::string exercise, state, reason;
  int points = 0, of = 0;
};

struct StudentsResults {
  std::string student;  ///< the name of the file
  std::vector<Result> results;
};

/// All files x.json of a folder, in the order of their names.
/// @throw Problem with the file that is none of learn's, or if there is none
std::vector<StudentsResults> read_results(const fs::path& folder);

/// A row for each student with the points of every exercise, and below it of each exercise how many pass, and what is
/// said most to the others.
std::string table_of_class(const std::vector<StudentsResults>& all);

/// A line for each student and exercise: student,exercise,state,points,of,reason.
std::string csv_of_class(const std::vector<StudentsResults>& all);

}  // namespace learn
