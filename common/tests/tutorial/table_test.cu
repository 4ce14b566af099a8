#include "tutorial/table.cuh"

#include <gtest/gtest.h>

#include "tutorial/verify.cuh"

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

TEST(Table, AColumnIsAsWideAsItsHeadingSays) {
  const Table table({{"name", true, 6}, {"µs", true, 5}});
  EXPECT_EQ(table.head(), "name        µs\n");
  EXPECT_EQ(table.line({"a", "12.5"}), "a         12.5\n");
  EXPECT_EQ(table.line({"too long", "12.5"}), "too long    12.5\n");
  EXPECT_EQ(table.width(), 14u);
}

/// What the tables of a program print: each test is a program of its own.
class TableOutput : public testing::Test {
 protected:
  void SetUp() override { tutorial::page() = {}; }

  template <class Print>
  static std::string output(const Print& print) {
    testing::internal::CaptureStdout();
    print();
    std::fflush(stdout);
    return testing::internal::GetCapturedStdout();
  }
};

TEST_F(TableOutput, EmptyLinesBetweenTablesAndATitleAboveOne) {
  Table table({"a", "b"});
  table.add({"1", "2"});
  EXPECT_EQ(output([&] {
              table.print();
              table.print("Again");
            }),
            "a   b\n1   2\n\nAgain\na   b\n1   2\n");
  EXPECT_EQ(tutorial::left_out_line(), "");
}

TEST_F(TableOutput, ColumnsThatTheBackendDoesNotHaveAreLeftOut) {
  Table table({"name", {"not here", false}, "here", {"nor this", false}});
  table.add({"a", "-", "1", "-"});
  EXPECT_EQ(output([&] { table.print(); }), "name   here\na         1\n");
  EXPECT_EQ(table.width(), 11u);
  const std::string line = tutorial::left_out_line();
  EXPECT_EQ(line.substr(line.find(": ")), ": not here · nor this\n");
  EXPECT_EQ(line.find("Only on a GPU: "), kHasModel ? 0 : std::string::npos);
}

TEST_F(TableOutput, ATableWithoutFiguresIsLeftOut) {
  Table table({"costs", {"first", false}, {"second", false}});
  table.add({"a", "1", "2"});
  EXPECT_EQ(output([&] {
              table.print();
              table.print("With a title");
            }),
            "");
  const std::string line = tutorial::left_out_line();
  EXPECT_EQ(line.substr(line.find(": ")), ": costs · With a title\n");
}

TEST_F(TableOutput, TimesAndCountersBelongToABackend) {
  EXPECT_EQ(timed("time").is_shown, has_times());
  EXPECT_EQ(counted("sectors").is_shown, has_counters());
  EXPECT_TRUE(has_times() || has_counters());
}

TEST_F(TableOutput, TheLastLinesSayWhatIsLeftOut) {
  tutorial::leave_out("time");
  tutorial::leave_out("GB/s");
  tutorial::leave_out("time");
  const std::string out = output([] { EXPECT_EQ(verdict(true), 0); });
  EXPECT_EQ(out.substr(out.find(": ")), ": time · GB/s\nPASS\n");
  EXPECT_EQ(output([] { EXPECT_EQ(verdict(false), 1); }), "");
}

TEST(Figure, IsADashWithoutANumber) {
  EXPECT_EQ(figure("%.1f µs", 12.34), "12.3 µs");
  EXPECT_EQ(figure("%.0f", NAN), "-");
  EXPECT_EQ(figure("%.0f", INFINITY), "-");
}

TEST(Table, WidthIsCountedInCharacters) { EXPECT_EQ(tutorial::display_width("10 µs · …"), 9u); }

}  // namespace
