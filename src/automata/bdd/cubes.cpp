#include "automata/bdd/cubes.h"

#include <algorithm>

#include "automata/bdd/bdd_manager.h"

namespace arges::automata {

namespace {

/// Finds cubes between a lower and an upper bound; returns what they cover.
class Cover {
 public:
  explicit Cover(BddManager& manager) : manager_(manager) {}

  Bdd collect(const Bdd& lower, const Bdd& upper) {
    if (lower.is_false()) return {};
    if (upper.is_true()) {
      cubes.push_back(prefix_);
      return upper;
    }
    const int variable =
        lower.is_constant() ? upper.variable() : std::min(lower.variable(), upper.variable());
    const auto side = [variable](const Bdd& f, bool positive) {
      if (f.is_constant() || f.variable() != variable) return f;
      return positive ? f.high() : f.low();
    };
    const Bdd lower_low = side(lower, false);
    const Bdd lower_high = side(lower, true);
    const Bdd upper_low = side(upper, false);
    const Bdd upper_high = side(upper, true);
    const Bdd with_negative = under({variable, false}, lower_low - upper_high, upper_low);
    const Bdd with_positive = under({variable, true}, lower_high - upper_low, upper_high);
    const Bdd without =
        collect((lower_low - with_negative) | (lower_high - with_positive), upper_low & upper_high);
    return without | (with_negative & manager_.literal(variable, false)) |
           (with_positive & manager_.literal(variable));
  }

  std::vector<Cube> cubes;

 private:
  Bdd under(Literal literal, const Bdd& lower, const Bdd& upper) {
    prefix_.push_back(literal);
    Bdd covered = collect(lower, upper);
    prefix_.pop_back();
    return covered;
  }

  BddManager& manager_;
  Cube prefix_;
};

}  // namespace

std::vector<Cube> prime_cover(const Bdd& function) {
  Cover cover(*BddManager::instance());
  cover.collect(function, function);
  return std::move(cover.cubes);
}

}  // namespace arges::automata
