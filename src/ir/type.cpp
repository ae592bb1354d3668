#include "ir/type.h"

namespace arges::ir {

std::uint64_t Type::cardinality(std::uint64_t limit) const {
  const auto within = [limit](std::uint64_t n) { return n <= limit ? n : 0; };
  switch (kind()) {
    case TypeKind::boolean:
      return within(2);
    case TypeKind::enumeration:
      return within(literals().size());
    case TypeKind::bitvector:
      return width() < 63 ? within(std::uint64_t{1} << width()) : 0;
    case TypeKind::array: {
      const std::uint64_t indices = index().cardinality(limit);
      const std::uint64_t elements = element().cardinality(limit);
      if (indices == 0 || elements == 0) return 0;
      std::uint64_t count = 1;
      for (std::uint64_t i = 0; i < indices; ++i) {
        if (count > limit / elements) return 0;
        count *= elements;
      }
      return count;
    }
    case TypeKind::integer:
    case TypeKind::rational:
    case TypeKind::floating:
      return 0;
  }
  return 0;
}

}  // namespace arges::ir
