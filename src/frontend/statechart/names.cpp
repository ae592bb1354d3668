#include "frontend/statechart/names.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/suggest.h"

namespace arges::frontend {

namespace {

using model::statechart::Event;
using model::statechart::Machine;
using model::statechart::Node;
using model::statechart::Parameter;
using model::statechart::Timer;
using model::statechart::Variable;

/// Whether the name is another one without leading parts.
bool ends_name(std::string_view full, std::string_view end) {
  return full.size() > end.size() && full.ends_with(end) &&
         full[full.size() - end.size() - 1] == '.';
}

/// Whether the parts of a name are some of another's, in order, the last being the same: a machine
/// and its state, without the regions between.
bool abbreviates(std::string_view full, std::string_view name) {
  const std::size_t last = name.rfind('.');
  if (last == std::string_view::npos || !ends_name(full, name.substr(last + 1))) return false;
  std::size_t at = 0;
  for (std::size_t start = 0; start < last;) {
    const std::size_t end = std::min(name.find('.', start), last);
    const std::string part = std::string(name.substr(start, end - start)) + ".";
    at = full.find(part, at);
    while (at != std::string_view::npos && at > 0 && full[at - 1] != '.')
      at = full.find(part, at + 1);
    if (at == std::string_view::npos) return false;
    at += part.size();
    start = end + 1;
  }
  return at <= full.size() - (name.size() - last - 1);
}

}  // namespace

NameFit fit_of(std::string_view full, std::string_view name) {
  return full == name              ? NameFit::whole
         : ends_name(full, name)   ? NameFit::end
         : abbreviates(full, name) ? NameFit::abbreviated
                                   : NameFit::none;
}

StatechartNames::StatechartNames(const model::statechart::System& system) {
  for (const Machine& machine : system.machines) {
    // Front ends may have given variables their full names already.
    const auto qualified = [&](const std::string& name) {
      const bool is_full = !machine.name.empty() && name.starts_with(machine.name + ".");
      return is_full ? name : machine.qualified(name);
    };
    for (const Node& node : machine.nodes)
      if (!node.full_name.empty())
        add(NameKind::state, machine.qualified(node.full_name), node.active);
    for (const Variable& variable : machine.variables)
      if (variable.var != nullptr && variable.lifetime != Variable::Lifetime::local)
        add(NameKind::data, qualified(variable.var->name), variable.var);
    for (const Event& event : machine.events) {
      add(NameKind::event, machine.qualified(event.name), event.present);
      for (const Parameter& parameter : event.parameters)
        add(NameKind::data, machine.qualified(event.name + "." + parameter.name), parameter.value);
    }
    for (const Timer& timer : machine.timers)
      add(NameKind::data, machine.qualified(timer.name), timer.elapsed);
  }
}

void StatechartNames::add(NameKind kind, std::string name, ir::Var var) {
  if (var != nullptr) entries_.push_back({kind, std::move(name), var});
}

std::vector<const StatechartNames::Entry*> StatechartNames::find(std::string_view name,
                                                                 NameKind kinds) const {
  std::vector<const Entry*> result;
  for (const NameFit wanted : {NameFit::whole, NameFit::end, NameFit::abbreviated}) {
    if (!result.empty()) break;
    for (const Entry& entry : entries_) {
      const bool is_known = std::any_of(result.begin(), result.end(), [&](const Entry* other) {
        return other->var == entry.var;
      });
      if (includes(kinds, entry.kind) && fit_of(entry.name, name) == wanted && !is_known)
        result.push_back(&entry);
    }
  }
  return result;
}

std::string StatechartNames::suggest(std::string_view name, NameKind kinds) const {
  // Part of a name may be right, and what stands before it not.
  const std::string_view last = name.substr(name.rfind('.') + 1);
  if (last.size() < name.size() && !find(last, kinds).empty())
    return fmt::format("did you mean '{}'?", find(last, kinds).front()->name);
  syntax::Suggestion suggestion(name);
  for (const Entry& entry : entries_) {
    if (!includes(kinds, entry.kind)) continue;
    suggestion.consider(entry.name);
    for (std::size_t dot = entry.name.find('.'); dot != std::string::npos;
         dot = entry.name.find('.', dot + 1))
      suggestion.consider(std::string_view(entry.name).substr(dot + 1));
  }
  return suggestion.hint();
}

}  // namespace arges::frontend
