#include "lts/petri/petri_net.h"

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "base/error.h"

namespace arges::lts {

namespace {

using Arc = PetriNet::Arc;
using NetTransition = PetriNet::NetTransition;
using PlaceId = PetriNet::PlaceId;

/// Makes the transitions of a composition's net.
class NetMaker {
 public:
  NetMaker(const std::vector<const Mts*>& parts, const std::vector<std::string>& names,
           std::size_t most)
      : parts_(parts), most_(most) {
    net_.table = parts.front()->table();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      first_.push_back(static_cast<PlaceId>(net_.places.size()));
      net_.units.push_back({names[i], {}});
      for (StateId s = 0; s < parts[i]->num_states(); ++s) {
        net_.units.back().places.push_back(static_cast<PlaceId>(net_.places.size()));
        net_.places.push_back(
            {fmt::format("{}_s{}", names[i], s), s == parts[i]->initial() ? 1U : 0U});
      }
    }
  }

  PetriNet make() {
    Alphabet all;
    for (const Mts* part : parts_) all = united(all, part->alphabet());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      NetTransition transition{tau, {}, {}};
      add(transition, {i}, 0);
    }
    for (const ActionId a : all.actions()) {
      std::vector<std::size_t> participants;
      for (std::size_t i = 0; i < parts_.size(); ++i)
        if (parts_[i]->alphabet().contains(a)) participants.push_back(i);
      NetTransition transition{a, {}, {}};
      add(transition, participants, 0);
    }
    return std::move(net_);
  }

 private:
  /// The participants before `next` have chosen a transition.
  void add(NetTransition& transition, const std::vector<std::size_t>& participants,
           std::size_t next) {
    if (next == participants.size()) {
      if (net_.transitions.size() == most_)
        throw UsageError(
            fmt::format("as a Petri net the composition has more than {} transitions", most_),
            "components that have an action in common multiply their transitions with it");
      net_.transitions.push_back(transition);
      return;
    }
    const std::size_t part = participants[next];
    for (StateId s = 0; s < parts_[part]->num_states(); ++s)
      for (const Transition& t : parts_[part]->transitions(s, transition.action)) {
        transition.from.push_back({first_[part] + s, 1});
        transition.to.push_back({first_[part] + t.target(), 1});
        add(transition, participants, next + 1);
        transition.from.pop_back();
        transition.to.pop_back();
      }
  }

  const std::vector<const Mts*>& parts_;
  std::size_t most_;
  PetriNet net_;
  std::vector<PlaceId> first_;  ///< place of each part
};

/// Fires transitions until there is no new marking.
class Reachability {
 public:
  Reachability(const PetriNet& net, const Limits* limits)
      : net_(net), limits_(limits), by_place_(net.places.size()), builder_(net.table) {
    for (std::uint32_t i = 0; i < net.transitions.size(); ++i) {
      const std::vector<Arc>& from = net.transitions[i].from;
      (from.empty() ? always_ : by_place_[from.front().place]).push_back(i);
    }
  }

  Mts run() {
    Marking initial;
    for (PlaceId p = 0; p < net_.places.size(); ++p)
      if (net_.places[p].tokens > 0) initial.emplace_back(p, net_.places[p].tokens);
    std::vector<ActionId> actions;
    for (const NetTransition& t : net_.transitions) actions.push_back(t.action);
    builder_.add_to_alphabet(Alphabet(std::move(actions)));
    number(initial);
    for (StateId s = 0; s < markings_.size(); ++s) {
      if (limits_ != nullptr && s % 256 == 0) limits_->check();
      const Marking at = *markings_[s];
      for (const std::uint32_t t : always_) fire(s, at, t);
      for (const auto& [place, tokens] : at)
        for (const std::uint32_t t : by_place_[place]) fire(s, at, t);
    }
    return builder_.build();
  }

 private:
  /// Places with tokens, ascending.
  using Marking = std::vector<std::pair<PlaceId, std::uint32_t>>;

  StateId number(const Marking& marking) {
    const auto [found, is_new] =
        numbers_.try_emplace(marking, static_cast<StateId>(numbers_.size()));
    if (is_new) {
      markings_.push_back(&found->first);
      builder_.ensure_states(static_cast<StateId>(markings_.size()));
    }
    return found->second;
  }

  static std::uint32_t& tokens(Marking& marking, PlaceId place) {
    const auto at = std::lower_bound(marking.begin(), marking.end(), place,
                                     [](const auto& entry, PlaceId p) { return entry.first < p; });
    if (at != marking.end() && at->first == place) return at->second;
    return marking.insert(at, {place, 0})->second;
  }

  void fire(StateId source, const Marking& at, std::uint32_t number_of_transition) {
    const NetTransition& transition = net_.transitions[number_of_transition];
    Marking after = at;
    for (const Arc& arc : transition.from) {
      std::uint32_t& there = tokens(after, arc.place);
      if (there < arc.weight) return;
      there -= arc.weight;
    }
    for (const Arc& arc : transition.to) {
      std::uint32_t& there = tokens(after, arc.place);
      if (there > std::numeric_limits<std::uint32_t>::max() - arc.weight)
        throw UsageError(
            fmt::format("place '{}' gets too many tokens", net_.places[arc.place].name),
            "the net is not bounded");
      there += arc.weight;
    }
    std::erase_if(after, [](const auto& entry) { return entry.second == 0; });
    builder_.add(source, transition.action, number(after));
  }

  const PetriNet& net_;
  const Limits* limits_;
  std::vector<std::vector<std::uint32_t>> by_place_;  ///< transitions by their first input
  std::vector<std::uint32_t> always_;                 ///< those without input
  MtsBuilder builder_;
  std::map<Marking, StateId> numbers_;
  std::vector<const Marking*> markings_;
};

}  // namespace

PetriNet composition_net(const std::vector<const Mts*>& parts,
                         const std::vector<std::string>& names, std::size_t most) {
  return NetMaker(parts, names, most).make();
}

Mts reachability_graph(const PetriNet& net, const Limits* limits) {
  return Reachability(net, limits).run();
}

}  // namespace arges::lts
