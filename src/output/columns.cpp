#include "output/columns.h"

#include <algorithm>

namespace arges::output {

std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string pad(const std::string& text, std::size_t to) {
  return width(text) < to ? text + std::string(to - width(text), ' ') : text;
}

}  // namespace arges::output
