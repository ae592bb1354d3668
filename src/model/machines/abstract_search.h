#pragma once

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "base/words_hash.h"
#include "model/machines/question.h"

namespace arges::model::machines {

/// Tries one way after another through what an event leaves open.
class EnumeratingChooser : public Chooser {
 public:
  Option choose(ChoicePoint point, std::span<const Option> options) override;
  /// Turns to the next way; false if there is none.
  bool next();
  const Resolution& resolution() const { return resolution_; }

 private:
  struct Turn {
    std::uint32_t option;
    std::uint32_t count;
  };
  std::vector<Turn> turns_;  ///< of this way, as far as they are known
  std::size_t at_ = 0;
  Resolution resolution_;
};

/// Looks at all configurations of a model, breadth first, for an execution that does what a
/// question forbids; a full queue ends the search as well.
class AbstractSearch {
 public:
  AbstractSearch(const Execution& execution, const Question& question, const Limits& limits);

  /// A shortest one; nothing: there is none.
  std::optional<Counterexample> run();
  /// Only along this sequence of events (Ojala 2008, Section 7.1: re-simulation).
  std::optional<Counterexample> run_along(const std::vector<Event>& events);

  /// The configurations that were come to.
  struct Visit {
    Configuration configuration;
    std::uint32_t parent = none;
    Counterexample::Step step = {};  ///< from the parent
    struct Successor {
      Event event;
      std::uint32_t visit;
      auto operator<=>(const Successor& other) const {
        return std::tuple(event.object, event.kind, event.transition, visit) <=>
               std::tuple(other.event.object, other.event.kind, other.event.transition,
                          other.visit);
      }
      bool operator==(const Successor&) const = default;
    };
    std::vector<Successor> successors = {};  ///< in order, each once
  };
  const std::vector<Visit>& visits() const { return visits_; }

 private:
  /// Looks at a new configuration; a number that is none: it was known.
  std::uint32_t add(Configuration configuration, std::uint32_t parent, Counterexample::Step step);
  std::optional<Counterexample> judge(std::uint32_t visit) const;
  /// Takes an event in all ways; the numbers of new configurations.
  std::optional<Counterexample> follow(std::uint32_t from, const Event& event,
                                       std::vector<std::uint32_t>& reached);
  Counterexample path_to(std::uint32_t visit) const;

  const Execution& execution_;
  const Question& question_;
  const Limits& limits_;
  std::vector<std::vector<Event>> events_;  ///< by objects
  std::vector<Visit> visits_;
  std::unordered_map<std::vector<std::uint64_t>, std::uint32_t, WordsHash> known_;
};

}  // namespace arges::model::machines
