#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace arges::lts {

/// An action by its number in an ActionTable.
using ActionId = std::uint32_t;

/// The internal action, which no one observes and no one synchronises on.
inline constexpr ActionId tau = 0;

/// Names of actions and their numbers; systems that are composed or compared share one table.
class ActionTable {
 public:
  ActionTable();
  ActionTable(const ActionTable&) = delete;
  ActionTable& operator=(const ActionTable&) = delete;

  /// The visible action of this name, whatever the name is: "tau" in quotes is one.
  ActionId intern(std::string_view name);
  /// The visible action of this name, or `tau` if there is none.
  ActionId find(std::string_view name) const;
  /// The action that stands for a required one where may and must are different actions; it is told
  /// as "must NAME", and is none that a name stands for.
  ActionId required(ActionId action);
  /// The action that a required one stands for; nothing if it is an action like others.
  std::optional<ActionId> required_of(ActionId action) const;
  const std::string& name(ActionId action) const { return names_[action]; }
  std::size_t size() const { return names_.size(); }

 private:
  std::deque<std::string> names_;  ///< of `tau`: "tau"
  std::unordered_map<std::string_view, ActionId> numbers_;
  std::unordered_map<ActionId, ActionId> required_;
  std::unordered_map<ActionId, ActionId> required_of_;  ///< the other way round
};

using ActionTablePtr = std::shared_ptr<ActionTable>;

/// A set of visible actions, by number; the internal action is never a member.
class Alphabet {
 public:
  Alphabet() = default;
  /// In any order, with repetitions; the internal action is left out.
  explicit Alphabet(std::vector<ActionId> actions);

  const std::vector<ActionId>& actions() const { return actions_; }
  bool empty() const { return actions_.empty(); }
  std::size_t size() const { return actions_.size(); }
  bool contains(ActionId action) const;
  bool includes(const Alphabet& other) const;

  friend bool operator==(const Alphabet& a, const Alphabet& b) = default;

 private:
  std::vector<ActionId> actions_;  ///< ascending
};

Alphabet united(const Alphabet& a, const Alphabet& b);
Alphabet common(const Alphabet& a, const Alphabet& b);
Alphabet without(const Alphabet& a, const Alphabet& b);
/// What is in one of them only.
Alphabet symmetric_difference(const Alphabet& a, const Alphabet& b);

/// The names, in alphabetical order.
std::vector<std::string> names(const Alphabet& alphabet, const ActionTable& table);

}  // namespace arges::lts
