#include "model/statechart/name_fit.h"

#include <algorithm>
#include <string>

namespace arges::model::statechart {

namespace {

/// Whether the name is another one without leading parts.
bool ends_name(std::string_view full, std::string_view end) {
  return full.size() > end.size() && full.ends_with(end) &&
         full[full.size() - end.size() - 1] == '.';
}

/// Whether the parts of a name are some of another's, in order, the last being the same: a machine
/// and its state, without the regions between.
bool abbreviates(std::string_view full, std::string_view name) {
  const std::size_t last = name.rfind('.');
  if (last == std::string_view::npos || !ends_name(full, name.substr(last + 1))) return false;
  std::size_t at = 0;
  for (std::size_t start = 0; start < last;) {
    const std::size_t end = std::min(name.find('.', start), last);
    const std::string part = std::string(name.substr(start, end - start)) + ".";
    at = full.find(part, at);
    while (at != std::string_view::npos && at > 0 && full[at - 1] != '.')
      at = full.find(part, at + 1);
    if (at == std::string_view::npos) return false;
    at += part.size();
    start = end + 1;
  }
  return at <= full.size() - (name.size() - last - 1);
}

}  // namespace

NameFit fit_of(std::string_view full, std::string_view name) {
  return full == name              ? NameFit::whole
         : ends_name(full, name)   ? NameFit::end
         : abbreviates(full, name) ? NameFit::abbreviated
                                   : NameFit::not_at_all;
}

}  // namespace arges::model::statechart
