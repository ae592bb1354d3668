#pragma once

#include <optional>
#include <unordered_map>

#include "model/machines/configuration.h"

namespace arges::model::machines {

/// What a proof by search rests on: configurations, numbered, that no event leaves.
class ConfigurationSet {
 public:
  virtual ~ConfigurationSet() = default;
  virtual std::uint32_t size() const = 0;
  virtual Configuration member(std::uint32_t number) const = 0;
  /// The number of a configuration; nothing if it is not in.
  virtual std::optional<std::uint32_t> find(const Configuration& configuration) const = 0;
  /// The object whose events are the only ones that must stay in the set, or `none`: all must.
  virtual ObjectId expanded(std::uint32_t number) const = 0;
};

/// One that is written down.
class ListedConfigurations : public ConfigurationSet {
 public:
  /// Without any objects, all are expanded whole.
  ListedConfigurations(std::vector<Configuration> members, std::vector<ObjectId> expanded);
  std::uint32_t size() const override { return static_cast<std::uint32_t>(members_.size()); }
  Configuration member(std::uint32_t number) const override { return members_[number]; }
  std::optional<std::uint32_t> find(const Configuration& configuration) const override;
  ObjectId expanded(std::uint32_t number) const override {
    return expanded_.empty() ? none : expanded_[number];
  }

 private:
  struct Hash {
    std::size_t operator()(const std::vector<std::uint64_t>& key) const;
  };
  std::vector<Configuration> members_;
  std::vector<ObjectId> expanded_;
  std::unordered_map<std::vector<std::uint64_t>, std::uint32_t, Hash> numbers_;
};

/// Whether they are the same but for the numbers of messages and of themselves.
bool are_equal(const Configuration& a, const Configuration& b);

}  // namespace arges::model::machines
