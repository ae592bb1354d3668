#include "base/invariant.h"

#include <string_view>

#include <fmt/format.h>

namespace arges {

void invariant_failed(const char* condition, const std::string& message, const char* file,
                      int line) {
  std::string_view path(file);
  if (const auto cut = path.rfind("src/"); cut != std::string_view::npos) path.remove_prefix(cut);
  throw InternalError(fmt::format("{}:{}: {} [{}]", path, line, message, condition));
}

}  // namespace arges
