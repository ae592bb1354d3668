#include "model/machines/partition.h"

#include <algorithm>

#include <fmt/format.h>

namespace arges::model::machines {

Partition Partition::exact() {
  Partition result;
  result.is_exact_ = true;
  return result;
}

Partition Partition::sign() {
  Partition result;
  result.separate(0);
  return result;
}

Range Partition::cell(Value number) const {
  if (is_exact_) return Range::of(number);
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), number);
  return {*(next - 1), next == starts_.end() ? largest_int : *next - 1};
}

std::vector<Range> Partition::cells(Range range, std::size_t most) const {
  std::vector<Range> result;
  for (Value at = range.lo; at <= range.hi;) {
    if (result.size() == most) return {};
    result.push_back(cell(at));
    at = result.back().hi + 1;
  }
  return result;
}

bool Partition::cut(Value number) {
  if (is_exact_ || number > largest_int) return false;
  const auto at = std::lower_bound(starts_.begin(), starts_.end(), number);
  if (at != starts_.end() && *at == number) return false;
  starts_.insert(at, number);
  return true;
}

bool Partition::separate(Value number) {
  const bool before = cut(number);
  const bool behind = cut(number + 1);
  return before || behind;
}

void Partition::unite(const Partition& other) {
  if (other.is_exact_) *this = exact();
  if (is_exact_) return;
  for (const Value start : other.starts_) cut(start);
}

std::string Partition::to_string() const {
  if (is_exact_) return "every number";
  std::string result;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const Value lo = starts_[i];
    const bool is_last = i + 1 == starts_.size();
    const Value hi = is_last ? largest_int : starts_[i + 1] - 1;
    if (i != 0) result += " | ";
    if (lo == hi) {
      result += std::to_string(lo);
      continue;
    }
    if (i != 0) result += std::to_string(lo);
    result += "..";
    if (!is_last) result += std::to_string(hi);
  }
  return result;
}

std::string to_string(Range range) {
  if (range.is_single()) return std::to_string(range.lo);
  if (range.lo == least_int && range.hi == largest_int) return "any";
  if (range.lo == least_int) return fmt::format("≤ {}", range.hi);
  if (range.hi == largest_int) return fmt::format("≥ {}", range.lo);
  return fmt::format("{}..{}", range.lo, range.hi);
}

}  // namespace arges::model::machines
