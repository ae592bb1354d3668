#include "model/machines/search/packed_set.h"

namespace arges::model::machines {

std::optional<std::uint32_t> PackedSet::find(const Configuration& configuration) const {
  SizeId misfit = none;
  const auto row = search_.layout().encode(configuration, misfit);
  if (!row || !are_equal(search_.layout().decode(row->data()), configuration)) return {};
  return search_.states().find(row->data(),
                               StateStore::hash(row->data(), search_.layout().row_bytes()));
}

}  // namespace arges::model::machines
