#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/limits.h"
#include "lts/mts.h"

namespace arges::lts {

/// A place or transition net whose transitions are labelled with actions, with the units that its
/// places belong to (nested-unit Petri nets, Garavel 2019; here units are not nested any further).
struct PetriNet {
  using PlaceId = std::uint32_t;
  struct Place {
    std::string name;
    std::uint32_t tokens = 0;  ///< in the beginning
  };
  struct Arc {
    PlaceId place;
    std::uint32_t weight = 1;

    friend bool operator==(const Arc& a, const Arc& b) = default;
  };
  struct NetTransition {
    ActionId action;
    std::vector<Arc> from;
    std::vector<Arc> to;

    friend bool operator==(const NetTransition& a, const NetTransition& b) = default;
  };
  struct Unit {
    std::string name;
    std::vector<PlaceId> places;
  };

  ActionTablePtr table;
  std::vector<Place> places;
  std::vector<NetTransition> transitions;
  std::vector<Unit> units;
};

/// The net of a composition: a unit for each component, a place for each of its states, and a
/// transition for each way in which components do an action together. Throws UsageError if there
/// are more than `most` of these.
PetriNet composition_net(const std::vector<const Mts*>& parts,
                         const std::vector<std::string>& names, std::size_t most);

/// The markings that can be reached as states. Throws LimitReached, and UsageError if a place gets
/// more tokens than a number has room for.
Mts reachability_graph(const PetriNet& net, const Limits* limits = nullptr);

}  // namespace arges::lts
