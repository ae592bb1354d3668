// Runs a C program without inputs by the interpreter, for 64 bits, and prints where the run ends.
#include <fstream>
#include <iostream>
#include <sstream>

#include "support/program_runner.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: arges_run_program PROGRAM\n";
    return 2;
  }
  std::ifstream file(argv[1]);
  std::stringstream text;
  text << file.rdbuf();
  arges::frontend::c::Options options;
  options.data_model = arges::frontend::c::DataModel::lp64;
  try {
    constexpr std::size_t most_steps = 1'000'000'000;
    std::cout << arges::test::ProgramRunner(text.str(), options).run(most_steps) << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 3;
  }
}
