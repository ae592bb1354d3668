#pragma once

#include "model/machines/certify/configuration_set.h"
#include "model/machines/search/packed_search.h"

namespace arges::model::machines {

/// What a search visited, as a set that can be checked. A row counts as the configuration that it
/// is decoded to: whether two of them are told apart when they are encoded is not taken on trust.
class PackedSet : public ConfigurationSet {
 public:
  explicit PackedSet(const PackedSearch& search) : search_(search) {}
  std::uint32_t size() const override { return search_.states().size(); }
  Configuration member(std::uint32_t number) const override {
    return search_.layout().decode(search_.states().row(number));
  }
  std::optional<std::uint32_t> find(const Configuration& configuration) const override;
  ObjectId expanded(std::uint32_t number) const override { return search_.expanded(number); }

 private:
  const PackedSearch& search_;
};

}  // namespace arges::model::machines
