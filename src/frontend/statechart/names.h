#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/statechart/name_fit.h"
#include "model/statechart/system.h"

namespace arges::frontend {

/// What a name in a sentence about statecharts may stand for; a set.
enum class NameKind : std::uint8_t { state = 1, event = 2, data = 4, any = 7 };
constexpr bool includes(NameKind set, NameKind kind) {
  return (static_cast<unsigned>(set) & static_cast<unsigned>(kind)) != 0;
}

using model::statechart::best_fits;
using model::statechart::fit_of;
using model::statechart::NameFit;

/// The names that users may write about a system: of states, events, variables, parameters and
/// timers, qualified by their machines; parts but the last may be left out where one thing is
/// meant.
class StatechartNames {
 public:
  explicit StatechartNames(const model::statechart::System& system);

  struct Entry {
    NameKind kind;
    std::string name;           ///< in full
    std::vector<ir::Var> vars;  ///< several: of events with one name, any of which is meant
    enum class Shortening : std::uint8_t { any, none } shortening = Shortening::any;
  };
  /// All that the name may mean: those that are called so, or else those that end so, or else those
  /// of which it has some parts.
  std::vector<const Entry*> find(std::string_view name, NameKind kinds) const;
  /// "did you mean …?", or "".
  std::string suggest(std::string_view name, NameKind kinds) const;

 private:
  void add(NameKind kind, std::string name, ir::Var var);
  void add_events(const model::statechart::Machine& machine);
  std::vector<Entry> entries_;
};

}  // namespace arges::frontend
