#include "tutorial/table.cuh"

#include <gtest/gtest.h>

namespace {

TEST(Table, FirstColumnLeftOthersRight) {
  Table table({"name", "µs"});
  table.add({"a", "12.5"});
  table.add({"longer", "1"});
  EXPECT_EQ(table.text(),
            "name       µs\n"
            "a        12.5\n"
            "longer      1\n");
  EXPECT_EQ(table.width(), 13u);
}

TEST(Table, MissingCellsStayEmptyWithoutTrailingSpace) {
  Table table({"a", "b"});
  table.add({"only"});
  EXPECT_EQ(table.text(), "a      b\nonly\n");
}

TEST(Table, WidthIsCountedInCharacters) { EXPECT_EQ(tutorial::display_width("10 µs · …"), 9u); }

}  // namespace
