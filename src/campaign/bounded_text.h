#pragma once

#include <string>
#include <string_view>

namespace arges::campaign {

/// The beginning and the end of a text that comes piece by piece.
class BoundedText {
 public:
  BoundedText(std::size_t most_head, std::size_t most_tail)
      : most_head_(most_head), most_tail_(most_tail) {}
  void append(std::string_view piece);
  /// With a mark where something was left out.
  std::string text() const;
  static constexpr std::string_view gap = "\n[...]\n";

 private:
  std::size_t most_head_;
  std::size_t most_tail_;
  std::string head_;
  std::string tail_;
  bool has_gap_ = false;
};

}  // namespace arges::campaign
