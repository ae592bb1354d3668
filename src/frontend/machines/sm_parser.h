#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/source.h"
#include "model/machines/model.h"

namespace arges {
class Limits;
}

namespace arges::frontend {

/// A system of state machines with the properties that its file has.
struct MachineSystem {
  model::machines::Model model;
  struct Property {
    enum class Kind : std::uint8_t { check, invariant, reachable, formula } kind = Kind::check;
    std::string text;                                           ///< as it is written
    model::machines::ExprId condition = model::machines::none;  ///< of invariant and reachable
    SourceLocation location = {};
  };
  std::vector<Property> properties;
  std::vector<SourcePtr> sources;
  /// By classes: the transitions that name no target, so that no state is left or entered.
  std::vector<std::set<model::machines::TransitionId>> internal = {};
  /// What is hardly meant, but no mistake.
  struct Warning {
    SourceLocation location;
    std::string text;
  };
  std::vector<Warning> warnings = {};
};

/// Reads a .sm file; throws InputError with all that is wrong.
MachineSystem parse_machines(const SourcePtr& source, const Limits* limits);

/// Reads an expression over objects, as in `invariant`, and adds it to the model.
model::machines::ExprId parse_machine_condition(model::machines::Model& model,
                                                const SourceText& source);

/// The condition of `reachable CONDITION`, at its place; null: the text is something else.
SourcePtr to_be_reached(const SourceText& text);

}  // namespace arges::frontend
