#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arges::lsp {

/// The file that a `file:` URI names, escapes resolved; nothing: it names none of this machine.
std::optional<std::string> path_of(std::string_view uri);

/// The URI of an absolute path; what is not plain is escaped.
std::string uri_of(std::string_view path);

}  // namespace arges::lsp
