#pragma once

#include <cstddef>
#include <vector>

namespace arges::model::statechart {

/// Decides what the semantics leaves open, so that running again after `next` goes another way,
/// until every way was gone.
class Chooser {
 public:
  /// One of so many ways, at least one.
  std::size_t choose(std::size_t ways);
  /// To be asked after a run: whether there is a way that none took yet, which the next one takes.
  bool next();

 private:
  struct Decision {
    std::size_t taken = 0;
    std::size_t ways = 0;
  };
  std::vector<Decision> decisions_;
  std::size_t position_ = 0;
};

}  // namespace arges::model::statechart
