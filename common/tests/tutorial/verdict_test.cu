#include "tutorial/verdict.cuh"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace {

using tutorial::Assessment;

class VerdictToRead : public testing::Test {
 protected:
  void SetUp() override { unsetenv("EXERCISE_TOKEN"); }
};

TEST_F(VerdictToRead, OfAWholeIsOnePointOrNone) {
  const Assessment all;
  EXPECT_EQ(all.json("passes", ""),
            "{\"state\": \"passes\", \"points\": 1, \"of\": 1, \"parts\": [{\"name\": \"all\", "
            "\"points\": 1, "
            "\"of\": 1}], \"failure\": null, \"limits\": [], \"token\": null}\n");
  EXPECT_NE(all.json("wrong", "it").find("\"points\": 0, \"of\": 1"), std::string::npos);
  EXPECT_NE(all.json("not started", "").find("\"points\": 0, \"of\": 1"), std::string::npos);
}

TEST_F(VerdictToRead, GivesPointsForThePartsBeforeTheOneThatFails) {
  Assessment sums;
  sums.set_parts({{"a", 1}, {"b", 2}, {"c", 4}});
  const auto has = [&](const std::string& state, const std::string& text) {
    return sums.json(state, "x").find(text) != std::string::npos;
  };
  EXPECT_TRUE(has("wrong", "\"points\": 0, \"of\": 7"));
  sums.begin_part("a");
  EXPECT_TRUE(has("wrong", "\"points\": 0, \"of\": 7"));
  sums.begin_part("c");
  EXPECT_TRUE(has("wrong", "\"points\": 3, \"of\": 7"));
  EXPECT_TRUE(has("wrong", "{\"name\": \"c\", \"points\": 0, \"of\": 4}"));
  EXPECT_TRUE(has("not started", "\"points\": 0, \"of\": 7"));
  EXPECT_TRUE(has("passes", "\"points\": 7, \"of\": 7"));
  sums.fail_all();
  EXPECT_TRUE(has("wrong", "\"points\": 0, \"of\": 7"));
}

TEST_F(VerdictToRead, HasNoPartThatWasNotNamedBefore) {
  Assessment sums;
  sums.set_parts({{"a", 1}, {"b", 2}});
  EXPECT_EXIT(sums.begin_part("z"), testing::ExitedWithCode(2), "the check has no part 'z' here");
  sums.begin_part("b");
  EXPECT_EXIT(sums.begin_part("a"), testing::ExitedWithCode(2), "the check has no part 'a' here");
}

TEST_F(VerdictToRead, KeepsOfEachCounterTheValueThatIsNearestToItsLimit) {
  Assessment work;
  work.note_limit("loads", "n = 1", NAN, 4);
  work.note_limit("loads", "n = 2", 3, 4);
  work.note_limit("loads", "n = 3", 6, 9);
  work.note_limit("loads", "n = 4", INFINITY, 9);
  work.note_limit("stores", "n = 4", NAN, 0);
  const std::string text = work.json("wrong", "");
  EXPECT_NE(
      text.find("\"limits\": [{\"counter\": \"loads\", \"case\": \"n = 4\", \"value\": null, "
                "\"at_most\": 9}, "
                "{\"counter\": \"stores\", \"case\": \"n = 4\", \"value\": null, \"at_most\": 0}]"),
      std::string::npos)
      << text;
  Assessment one;
  one.note_limit("loads", "n = 2", 3, 4);
  one.note_limit("loads", "n = 3", 6, 9);
  EXPECT_NE(one.json("passes", "").find("\"case\": \"n = 2\", \"value\": 3, \"at_most\": 4}]"),
            std::string::npos);
}

TEST_F(VerdictToRead, IsJsonWhateverTheWordsAre) {
  const std::string text = Assessment().json("wrong", "a \"b\" \\ c\n\x01");
  EXPECT_NE(text.find("\"failure\": \"a \\\"b\\\" \\\\ c\\u000a\\u0001\""), std::string::npos)
      << text;
}

TEST_F(VerdictToRead, IsWrittenWithTheTokenOfWhoAsks) {
  const std::string name = testing::TempDir() + "/verdict.json";
  setenv("EXERCISE_VERDICT", name.c_str(), 1);
  setenv("EXERCISE_TOKEN", "17", 1);
  Assessment().write("passes", "");
  std::ifstream file(name);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("\"token\": \"17\"}\n"), std::string::npos) << text;
  setenv("EXERCISE_VERDICT", "/no/such/folder/verdict.json", 1);
  EXPECT_EXIT(Assessment().write("passes", ""), testing::ExitedWithCode(2),
              "EXERCISE_VERDICT: cannot write /no/such/folder/verdict.json: No such file");
  unsetenv("EXERCISE_VERDICT");
}

}  // namespace
