#include "automata/ltl/lasso.h"

#include "base/invariant.h"

namespace arges::automata {

namespace {

using Truth = std::vector<bool>;  ///< at each position

/// Truth of subformulas at every position of one word.
class LassoEvaluator {
 public:
  explicit LassoEvaluator(const Lasso& word) : word_(word), size_(word.letters.size()) {}

  const Truth& at_all_positions(Formula f) {
    if (const auto known = memo_.find(f); known != memo_.end()) return known->second;
    Truth truth = evaluate(f);
    return memo_.emplace(f, std::move(truth)).first->second;
  }

 private:
  std::size_t successor(std::size_t position) const {
    return position + 1 < size_ ? position + 1 : word_.loop_start;
  }

  bool now(Formula f, std::size_t position) {
    const auto value = [&](std::size_t child) {
      return bool{at_all_positions(f.child(child))[position]};
    };
    switch (f.op()) {
      case Op::true_:
        return true;
      case Op::false_:
        return false;
      case Op::proposition: {
        const std::vector<bool>& letter = word_.letters[position];
        return f.proposition() < letter.size() && letter[f.proposition()];
      }
      case Op::not_:
        return !value(0);
      case Op::implies:
        return !value(0) || value(1);
      case Op::equivalent:
        return value(0) == value(1);
      case Op::xor_:
        return value(0) != value(1);
      case Op::next:
        return at_all_positions(f.child())[successor(position)];
      default:
        break;
    }
    const bool conjunction = f.is(Op::and_);
    INVARIANT(conjunction || f.is(Op::or_), "every operator should be evaluated");
    for (std::size_t i = 0; i < f.children().size(); ++i)
      if (value(i) != conjunction) return !conjunction;
    return conjunction;
  }

  /// now & (later | next result), or now | (later & next result), as least or greatest fixpoint.
  template <typename Step>
  Truth fixpoint(bool greatest, const Step& step) const {
    Truth truth(size_, greatest);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = size_; i-- > 0;) {
        const bool value = step(i, bool{truth[successor(i)]});
        if (value == truth[i]) continue;
        truth[i] = value;
        changed = true;
      }
    }
    return truth;
  }

  Truth evaluate(Formula f) {
    switch (f.op()) {
      case Op::eventually: {
        const Truth a = at_all_positions(f.child());
        return fixpoint(false, [&](std::size_t i, bool next) { return a[i] || next; });
      }
      case Op::always: {
        const Truth a = at_all_positions(f.child());
        return fixpoint(true, [&](std::size_t i, bool next) { return a[i] && next; });
      }
      case Op::until:
      case Op::weak_until: {
        const Truth a = at_all_positions(f.left());
        const Truth b = at_all_positions(f.right());
        return fixpoint(f.is(Op::weak_until),
                        [&](std::size_t i, bool next) { return b[i] || (a[i] && next); });
      }
      case Op::release:
      case Op::strong_release: {
        const Truth a = at_all_positions(f.left());
        const Truth b = at_all_positions(f.right());
        return fixpoint(f.is(Op::release),
                        [&](std::size_t i, bool next) { return b[i] && (a[i] || next); });
      }
      default: {
        Truth truth(size_);
        for (std::size_t i = 0; i < size_; ++i) truth[i] = now(f, i);
        return truth;
      }
    }
  }

  const Lasso& word_;
  std::size_t size_;
  FormulaMap<Truth> memo_;
};

}  // namespace

bool satisfies(const Lasso& word, Formula formula) {
  INVARIANT(word.loop_start < word.letters.size(), "the loop of a lasso should have a letter");
  return LassoEvaluator(word).at_all_positions(formula).front();
}

}  // namespace arges::automata
