#include "frontend/statechart/names.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "model/statechart/event_names.h"

namespace arges::frontend {

namespace {

using model::statechart::Event;
using model::statechart::Machine;
using model::statechart::Node;
using model::statechart::Parameter;
using model::statechart::Timer;
using model::statechart::told_apart;
using model::statechart::Variable;
using model::statechart::word_of;

}  // namespace

StatechartNames::StatechartNames(const model::statechart::System& system) {
  for (const Machine& machine : system.machines) {
    // Front ends may have given variables their full names already.
    const auto qualified = [&](const std::string& name) {
      const bool is_full = !machine.name.empty() && name.starts_with(machine.name + ".");
      return is_full ? name : machine.qualified(name);
    };
    // The root is no state of the model: it stands for the whole, and is always active.
    for (const Node& node : machine.nodes)
      if (!node.full_name.empty() && node.parent != model::statechart::none)
        add(NameKind::state, machine.qualified(node.full_name), node.active);
    for (const Variable& variable : machine.variables)
      if (variable.var != nullptr && variable.lifetime != Variable::Lifetime::local)
        add(NameKind::data, qualified(variable.var->name), variable.var);
    add_events(machine);
    for (const Timer& timer : machine.timers)
      add(NameKind::data, machine.qualified(timer.name), timer.elapsed);
  }
}

void StatechartNames::add(NameKind kind, std::string name, ir::Var var) {
  if (var != nullptr) entries_.push_back({kind, std::move(name), {var}});
}

/// Events of one name are meant all at once, or by the way they go; their data is told apart.
void StatechartNames::add_events(const Machine& machine) {
  std::map<std::string, std::size_t> first;  // by names: the entry
  std::set<std::string> shared;
  for (const Event& event : machine.events) {
    for (const Parameter& parameter : event.parameters)
      add(NameKind::data,
          machine.qualified(told_apart(machine, event.name, event.direction) + "." +
                            parameter.name),
          parameter.value);
    if (event.present == nullptr) continue;
    const auto [known, is_new] = first.emplace(event.name, entries_.size());
    if (is_new) {
      add(NameKind::event, machine.qualified(event.name), event.present);
      continue;
    }
    entries_[known->second].vars.push_back(event.present);
    shared.insert(event.name);
  }
  for (const Event& event : machine.events) {
    if (!shared.contains(event.name) || event.present == nullptr) continue;
    add(NameKind::event,
        machine.qualified(fmt::format("{}.{}", event.name, word_of(event.direction))),
        event.present);
    entries_.back().shortening = Entry::Shortening::none;
  }
}

std::vector<const StatechartNames::Entry*> StatechartNames::find(std::string_view name,
                                                                 NameKind kinds) const {
  std::vector<const Entry*> among;
  for (const Entry& entry : entries_)
    if (includes(kinds, entry.kind)) among.push_back(&entry);
  std::vector<const Entry*> result;
  for (const Entry* entry : best_fits(among, [&](const Entry* one) {
         const NameFit fit = fit_of(one->name, name);
         const bool may_be_short = one->shortening != Entry::Shortening::none;
         return fit == NameFit::whole || may_be_short ? fit : NameFit::not_at_all;
       })) {
    const bool is_known = std::any_of(result.begin(), result.end(), [&](const Entry* other) {
      return other->vars == entry->vars;
    });
    if (!is_known) result.push_back(entry);
  }
  return result;
}

std::string StatechartNames::suggest(std::string_view name, NameKind kinds) const {
  // Part of a name may be right, and what stands before it not.
  const std::string_view last = name.substr(name.rfind('.') + 1);
  if (last.size() < name.size() && !find(last, kinds).empty())
    return fmt::format("did you mean '{}'?", find(last, kinds).front()->name);
  const std::string before(name.substr(0, name.size() - last.size()));
  syntax::Suggestion suggestion(name);
  for (const Entry& entry : entries_) {
    if (!includes(kinds, entry.kind)) continue;
    suggestion.consider(entry.name);
    if (entry.shortening == Entry::Shortening::none) continue;
    // What was left out may stay so: 'prior.Gren' is 'prior.Green'.
    const std::string shorter = before + entry.name.substr(entry.name.rfind('.') + 1);
    if (!before.empty() && fit_of(entry.name, shorter) != NameFit::not_at_all)
      suggestion.consider(shorter);
    for (std::size_t dot = entry.name.find('.'); dot != std::string::npos;
         dot = entry.name.find('.', dot + 1))
      suggestion.consider(std::string_view(entry.name).substr(dot + 1));
  }
  return suggestion.hint();
}

}  // namespace arges::frontend
