#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arges {

/// "1 task", "5 tasks", "0 tasks": of a noun whose plural ends in s.
std::string counted(std::size_t number, std::string_view noun);

}  // namespace arges
