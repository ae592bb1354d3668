#include "campaign/places.h"

#include <algorithm>

#include <fmt/format.h>

#include "campaign/regular_expression.h"

namespace arges::campaign {

void refuse_unknown_places(const frontend::YamlCursor& at, const std::vector<std::string>& words,
                           std::span<const char* const> known) {
  static const RegularExpression place("\\{([a-z_]+)\\}");
  for (const std::string& word : words)
    for (const std::string& name : place.groups_in(word))
      if (std::find(known.begin(), known.end(), name) == known.end())
        at.fail(fmt::format("'{{{}}}' is no place here", name),
                fmt::format("places: {{{}}}", fmt::join(known, "}, {")));
}

}  // namespace arges::campaign
