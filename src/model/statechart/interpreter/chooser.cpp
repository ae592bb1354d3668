#include "model/statechart/interpreter/chooser.h"

#include "base/invariant.h"

namespace arges::model::statechart {

std::size_t Chooser::choose(std::size_t ways) {
  INVARIANT(ways > 0, "there should be a way to go");
  if (ways == 1) return 0;
  if (position_ == decisions_.size()) decisions_.push_back({0, ways});
  INVARIANT(decisions_[position_].ways == ways, "a run should repeat what it did before");
  return decisions_[position_++].taken;
}

bool Chooser::next() {
  position_ = 0;
  while (!decisions_.empty() && decisions_.back().taken + 1 == decisions_.back().ways)
    decisions_.pop_back();
  if (decisions_.empty()) return false;
  ++decisions_.back().taken;
  return true;
}

}  // namespace arges::model::statechart
