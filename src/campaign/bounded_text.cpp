#include "campaign/bounded_text.h"

#include <algorithm>

namespace arges::campaign {

void BoundedText::append(std::string_view piece) {
  const std::size_t to_head = std::min(piece.size(), most_head_ - head_.size());
  head_.append(piece.substr(0, to_head));
  tail_.append(piece.substr(to_head));
  // Not at every piece, as it moves all that is left.
  if (tail_.size() > 2 * most_tail_) {
    tail_.erase(0, tail_.size() - most_tail_);
    has_gap_ = true;
  }
}

std::string BoundedText::text() const {
  const bool is_cut = has_gap_ || tail_.size() > most_tail_;
  const std::size_t skipped = tail_.size() > most_tail_ ? tail_.size() - most_tail_ : 0;
  return head_ + std::string(is_cut ? gap : "") + tail_.substr(skipped);
}

}  // namespace arges::campaign
