#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "frontend/gamma/gamma_parser.h"
#include "model/statechart/simulation.h"
#include "support/errors_of.h"

namespace arges::test {

/// A model in Gamma's language, read from a text, or what is wrong with it.
struct GammaModel {
  explicit GammaModel(const std::string& text, const std::string& component = "") {
    const auto source = std::make_shared<const SourceText>("test.gcd", text);
    errors = errors_of(
        [&] { system = frontend::parse_gamma(context, source, {.component = component}); });
  }

  const model::statechart::Machine& machine(std::size_t number = 0) const {
    if (!errors.empty()) throw std::runtime_error(errors);
    return system.machines.at(number);
  }

  ir::Context context;
  model::statechart::System system;
  std::string errors;
};

/// The value that a variable has where the simulation is.
inline ir::Value value_of(const model::statechart::Simulation& run, const std::string& name) {
  for (const auto& [var, value] : run.steps().back().variables)
    if (var->name == name) return value;
  throw std::out_of_range(name);
}

}  // namespace arges::test
