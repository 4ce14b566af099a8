// The model's counters against an H200's: every figure of h200.csv, exactly, however many workers
// run the blocks and in whatever order the lanes go.
//
// usage: calibration_test  (CALIBRATION_PROGRAMS and CALIBRATION_FOLDER come from CMake)
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Row = std::map<std::string, std::string>;

/// A CSV file with a header line; fields may be quoted.
std::vector<Row> read_csv(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << "cannot read " << path;
  std::vector<std::string> header;
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    if (header.empty()) {
      header = fields;
      continue;
    }
    EXPECT_EQ(fields.size(), header.size()) << line;
    Row row;
    for (std::size_t i = 0; i < header.size() && i < fields.size(); ++i) row[header[i]] = fields[i];
    rows.push_back(row);
  }
  return rows;
}

std::string slurp(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The files of counters, which go when the test ends.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("calibration_" + std::to_string(getpid()))) {
    std::filesystem::create_directory(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return path_ / name; }

 private:
  const std::filesystem::path path_;
};

/// Runs a program with `environment` in front and returns the file of counters it wrote.
std::string measure(const std::string& program, const std::string& environment,
                    const std::string& name) {
  static const Folder folder;
  std::string path = folder.file(program + "_" + name + ".csv");
  const std::string command =
      environment + " SIMT_REPORT=" + path + " " CALIBRATION_PROGRAMS "/" + program + " >/dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return path;
}

/// The hardware arbitrates between requests in flight, which shows as a few hundred conflicts in
/// loads that have none; the model's value is 0.
bool is_arbitration(const Row& row, const std::string& column) {
  return column == "shared_load_bank_conflicts" && row.at("kernel").rfind("trSmem", 0) == 0;
}

TEST(Calibration, EveryCounterEqualsTheHardware) {
  const std::vector<Row> hardware = read_csv(CALIBRATION_FOLDER "/h200.csv");
  const std::vector<Row> model = read_csv(measure("calibration_kernels", "", "default"));
  ASSERT_EQ(hardware.size(), 13u);
  ASSERT_EQ(model.size(), hardware.size());
  int compared = 0;
  for (std::size_t i = 0; i < hardware.size(); ++i) {
    for (const auto& [column, value] : hardware[i]) {
      if (column == "case") continue;
      const std::string expected = is_arbitration(hardware[i], column) ? "0" : value;
      EXPECT_EQ(model[i].at(column), expected)
          << column << " of launch " << i << ", " << hardware[i].at("kernel") << " "
          << hardware[i].at("case");
      ++compared;
    }
  }
  EXPECT_EQ(compared, 13 * 11);
}

/// A figure of the model's report, as the table of the hardware names it.
std::string figure(const Row& row, const std::string& column) {
  if (column != "constant_replays") return row.at(column);
  return std::to_string(std::stoll(row.at("constant_addresses")) -
                        std::stoll(row.at("constant_requests")));
}

TEST(Calibration, PatternsEqualTheHardware) {
  const std::vector<Row> hardware = read_csv(CALIBRATION_FOLDER "/patterns.csv");
  std::vector<Row> differences = read_csv(CALIBRATION_FOLDER "/differences.csv");
  const std::vector<Row> model = read_csv(measure("calibration_patterns", "", "default"));
  ASSERT_GE(hardware.size(), 75u);
  ASSERT_EQ(model.size(), hardware.size());
  for (std::size_t i = 0; i < hardware.size(); ++i) {
    for (const auto& [heading, value] : hardware[i]) {
      const std::string &column = heading, &kernel = hardware[i].at("kernel");
      const auto known =
          std::find_if(differences.begin(), differences.end(), [&](const Row& difference) {
            return difference.at("kernel") == kernel && difference.at("column") == column;
          });
      const std::string mine = figure(model[i], column);
      if (known == differences.end()) {
        EXPECT_EQ(mine, value) << column << " of launch " << i << ", " << kernel;
        continue;
      }
      EXPECT_EQ(mine, known->at("model")) << column << " of " << kernel;
      EXPECT_NE(mine, value) << kernel << " no longer differs: take it out of differences.csv";
      differences.erase(known);
    }
  }
  for (const Row& unused : differences) ADD_FAILURE() << unused.at("kernel") << " was not launched";
}

TEST(Calibration, MatricesEqualTheHardware) {
  const std::vector<Row> hardware = read_csv(CALIBRATION_FOLDER "/matrices.csv");
  const std::vector<Row> model = read_csv(measure("calibration_matrices", "", "default"));
  ASSERT_EQ(hardware.size(), 110u);
  ASSERT_EQ(model.size(), hardware.size());
  for (std::size_t i = 0; i < hardware.size(); ++i) {
    for (const auto& [column, value] : hardware[i]) {
      if (column == "kernel") continue;  // ncu leaves out namespaces
      EXPECT_EQ(figure(model[i], column), value)
          << column << " of launch " << i << ", " << hardware[i].at("kernel");
    }
  }
}

TEST(Calibration, CountersDoNotDependOnWorkersRunsOrLaneOrder) {
  for (const std::string program :
       {"calibration_kernels", "calibration_matrices", "calibration_patterns"}) {
    const auto counters = [&](const char* environment, const char* name) {
      return slurp(measure(program, environment, name));
    };
    const std::string reference = counters("SIMT_WORKERS=1", "one");
    ASSERT_FALSE(reference.empty());
    EXPECT_EQ(counters("SIMT_WORKERS=7", "seven"), reference);
    EXPECT_EQ(counters("SIMT_ORDER=random SIMT_SEED=7", "random"), reference);
  }
}

}  // namespace
