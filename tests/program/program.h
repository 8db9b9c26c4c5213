// Runs the program in a temporary folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/program/program.h"

namespace slipstick {

class ProgramTest : public ::testing::Test {
 public:
  static std::string textOf(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 protected:
  ProgramTest() {
    const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder = std::filesystem::temp_directory_path() / (std::string("slipstick-") + test->test_suite_name() + "-" + test->name());
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  ~ProgramTest() override { std::filesystem::remove_all(folder); }

  int run(const std::vector<std::string>& arguments, const std::string& input = "") {
    std::istringstream in(input);
    std::ostringstream outStream, errStream;
    const int status = runProgram(arguments, {in, outStream, errStream, false});
    out = outStream.str(), err = errStream.str();
    return status;
  }
  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  std::string path(const std::string& name) { return (folder / name).string(); }
  static std::string read(const std::string& path) { return textOf(path); }
  int files() {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) count += entry.exists();
    return count;
  }

  std::filesystem::path folder;
  std::string out, err;
};

}  // namespace slipstick
