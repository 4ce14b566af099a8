// Makes the repository of a class: the course without solutions, wrong answers and its own tests, with the chapters and
// exercises of a plan, and with what graders of others need.
#pragma once

#include "plan.h"

namespace learn {

/// @param folder must not be there yet, or be empty
void write_class(const Course& course, const Plan& plan, const fs::path& folder);

}  // namespace learn
