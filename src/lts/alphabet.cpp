#include "lts/alphabet.h"

#include <algorithm>
#include <iterator>

namespace arges::lts {

ActionTable::ActionTable() { names_.emplace_back("tau"); }

ActionId ActionTable::intern(std::string_view name) {
  if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
  const auto number = static_cast<ActionId>(names_.size());
  names_.emplace_back(name);
  numbers_.emplace(names_.back(), number);
  return number;
}

ActionId ActionTable::required(ActionId action) {
  const auto [found, is_new] = required_.try_emplace(action, static_cast<ActionId>(names_.size()));
  if (is_new) {
    names_.push_back("must " + names_[action]);
    required_of_.emplace(found->second, action);
  }
  return found->second;
}

std::optional<ActionId> ActionTable::required_of(ActionId action) const {
  const auto found = required_of_.find(action);
  if (found == required_of_.end()) return {};
  return found->second;
}

ActionId ActionTable::find(std::string_view name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? tau : found->second;
}

Alphabet::Alphabet(std::vector<ActionId> actions) : actions_(std::move(actions)) {
  std::sort(actions_.begin(), actions_.end());
  actions_.erase(std::unique(actions_.begin(), actions_.end()), actions_.end());
  if (!actions_.empty() && actions_.front() == tau) actions_.erase(actions_.begin());
}

bool Alphabet::contains(ActionId action) const {
  return std::binary_search(actions_.begin(), actions_.end(), action);
}

bool Alphabet::includes(const Alphabet& other) const {
  return std::includes(actions_.begin(), actions_.end(), other.actions_.begin(),
                       other.actions_.end());
}

namespace {

template <typename Operation>
Alphabet merged(const Alphabet& a, const Alphabet& b, const Operation& operation) {
  std::vector<ActionId> result;
  operation(a.actions().begin(), a.actions().end(), b.actions().begin(), b.actions().end(),
            std::back_inserter(result));
  return Alphabet(std::move(result));
}

}  // namespace

Alphabet united(const Alphabet& a, const Alphabet& b) {
  return merged(a, b, [](auto... it) { std::set_union(it...); });
}
Alphabet common(const Alphabet& a, const Alphabet& b) {
  return merged(a, b, [](auto... it) { std::set_intersection(it...); });
}
Alphabet without(const Alphabet& a, const Alphabet& b) {
  return merged(a, b, [](auto... it) { std::set_difference(it...); });
}
Alphabet symmetric_difference(const Alphabet& a, const Alphabet& b) {
  return merged(a, b, [](auto... it) { std::set_symmetric_difference(it...); });
}

std::vector<std::string> names(const Alphabet& alphabet, const ActionTable& table) {
  std::vector<std::string> result;
  for (const ActionId action : alphabet.actions()) result.push_back(table.name(action));
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace arges::lts
