#include <exception>
#include <iostream>

#include "core/program/platform.h"
#include "core/program/program.h"

int main(int count, char** words) {
  std::ios::sync_with_stdio(false);
  try {
    const std::vector<std::string> arguments(words + 1, words + count);
    return slipstick::runProgram(arguments, {std::cin, std::cout, std::cerr, slipstick::messagesGoToTerminal()});
  } catch (const std::exception& error) {
    std::cerr << "slipstick: " << error.what() << '\n';
    return slipstick::wrongInput;
  }
}
