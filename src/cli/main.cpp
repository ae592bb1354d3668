#include <string>
#include <vector>

#include "cli/large_stack.h"
#include "cli/program.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return arges::cli::on_large_stack([&] { return arges::cli::run_program(arguments); });
}
