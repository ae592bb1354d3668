// Prints the pairwise configurations of a kind of models (cfa, xsts), one a line, as options.
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "engine/options.h"

int main(int argc, char** argv) {
  using namespace arges::engine;
  if (argc != 2) {
    fmt::print(stderr, "usage: arges_configurations cfa|xsts\n");
    return 2;
  }
  try {
    const ModelKind kind = model_kind("", argv[1]);
    for (const Configuration& configuration : pairwise_configurations(kind)) {
      std::string line;
      for (const auto& [option, value] : describe(configuration, kind))
        line += fmt::format("{}--{} {}", line.empty() ? "" : " ", option, value);
      fmt::print("{}\n", line);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "arges_configurations: {}\n", error.what());
    return 2;
  }
  return 0;
}
