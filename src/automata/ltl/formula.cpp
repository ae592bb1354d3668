#include "automata/ltl/formula.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::automata {

Formulas::Formulas() {
  false_ = intern(Op::false_, {});
  true_ = intern(Op::true_, {});
}

Formula Formulas::intern(Op op, std::vector<Formula> children, std::uint32_t proposition) {
  std::size_t hash = hash_combine(static_cast<std::size_t>(op), proposition);
  for (const Formula child : children) hash = hash_combine(hash, child.id());
  const FormulaNode* node = table_.intern(
      hash,
      [&](const FormulaNode& known) {
        return known.op == op && known.proposition == proposition && known.children == children;
      },
      [&] {
        const FormulaTraits traits = traits_of(op, children);
        return &nodes_.emplace_back(FormulaNode{op, traits,
                                                static_cast<std::uint32_t>(nodes_.size()),
                                                proposition, hash, std::move(children)});
      });
  return Formula(node);
}

Formula Formulas::proposition(std::string_view name) {
  const auto [at, fresh] =
      numbers_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
  if (fresh) names_.emplace_back(name);
  return intern(Op::proposition, {}, at->second);
}

Formula Formulas::negation(Formula f) {
  if (f.is_constant()) return constant(f.is(Op::false_));
  if (f.is(Op::not_)) return f.child();
  return intern(Op::not_, {f});
}

Formula Formulas::nary(Op op, const std::vector<Formula>& parts) {
  INVARIANT(op == Op::and_ || op == Op::or_, "an operator of many operands should be & or |");
  const Formula neutral = constant(op == Op::and_);
  const Formula absorbing = constant(op == Op::or_);
  std::vector<Formula> flat;
  for (const Formula part : parts) {
    if (part.is(op))
      flat.insert(flat.end(), part.children().begin(), part.children().end());
    else if (part == absorbing)
      return absorbing;
    else if (!(part == neutral))
      flat.push_back(part);
  }
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (const Formula part : flat)
    if (part.is(Op::not_) && std::binary_search(flat.begin(), flat.end(), part.child()))
      return absorbing;
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat.front();
  return intern(op, std::move(flat));
}

Formula Formulas::unary(Op op, Formula f) {
  INVARIANT(op == Op::next || op == Op::eventually || op == Op::always,
            "a temporal operator of one operand should be X, F or G");
  if (f.is_constant() || (op != Op::next && f.is(op))) return f;
  return intern(op, {f});
}

Formula Formulas::simplified_temporal(Op op, Formula a, Formula b) {
  if (a == b) return a;
  const bool ends_with_b = op == Op::until || op == Op::weak_until;
  const bool strong = op == Op::until || op == Op::strong_release;
  // U and W are over at once where b holds; R and M need b in any case.
  if (b.is_constant() && (b.is(Op::true_) == ends_with_b)) return b;
  if (a.is_constant()) {
    if (a.is(Op::true_) != ends_with_b) return b;                     // false U b, true R b
    if (ends_with_b) return strong ? eventually(b) : constant(true);  // true U b, true W b
    return strong ? constant(false) : always(b);                      // false M b, false R b
  }
  if (b.is_constant()) {
    if (op == Op::until) return constant(false);
    if (op == Op::weak_until) return always(a);
    if (op == Op::release) return constant(true);
    return eventually(a);
  }
  return {};
}

Formula Formulas::binary(Op op, Formula a, Formula b) {
  switch (op) {
    case Op::and_:
    case Op::or_:
      return nary(op, {a, b});
    case Op::implies:
      if (a.is(Op::false_) || b.is(Op::true_) || a == b) return constant(true);
      if (a.is(Op::true_)) return b;
      if (b.is(Op::false_)) return negation(a);
      break;
    case Op::equivalent:
    case Op::xor_:
      if (a == b) return constant(op == Op::equivalent);
      if (a.is_constant() || b.is_constant()) {
        const Formula other = a.is_constant() ? b : a;
        const bool same = (a.is_constant() ? a : b).is(Op::true_) == (op == Op::equivalent);
        return same ? other : negation(other);
      }
      if (b < a) std::swap(a, b);
      break;
    default:
      if (const Formula simple = simplified_temporal(op, a, b)) return simple;
  }
  return intern(op, {a, b});
}

Formula Formulas::rebuild(Op op, const std::vector<Formula>& children) {
  switch (op) {
    case Op::not_:
      return negation(children.front());
    case Op::and_:
    case Op::or_:
      return nary(op, children);
    case Op::next:
    case Op::eventually:
    case Op::always:
      return unary(op, children.front());
    default:
      return binary(op, children[0], children[1]);
  }
}

namespace {

bool all_of(const std::vector<Formula>& children, bool (*has)(const FormulaTraits&)) {
  return std::all_of(children.begin(), children.end(),
                     [has](Formula child) { return has(child.traits()); });
}

bool is_boolean(const FormulaTraits& t) { return t.boolean; }
bool is_eventual(const FormulaTraits& t) { return t.eventual; }
bool is_universal(const FormulaTraits& t) { return t.universal; }
bool is_safety(const FormulaTraits& t) { return t.safety; }
bool is_guarantee(const FormulaTraits& t) { return t.guarantee; }
bool is_obligation(const FormulaTraits& t) { return t.obligation; }

FormulaTraits no_traits() { return {false, false, false, false, false, false}; }

FormulaTraits temporal_traits(Op op, const std::vector<Formula>& children) {
  FormulaTraits result = no_traits();
  const FormulaTraits& first = children.front().traits();
  const FormulaTraits& last = children.back().traits();
  const bool all_safe = all_of(children, is_safety);
  const bool all_guaranteed = all_of(children, is_guarantee);
  switch (op) {
    case Op::eventually:
      result = {false, true, last.universal, false, last.guarantee, last.guarantee};
      break;
    case Op::always:
      result = {false, last.eventual, true, last.safety, false, last.safety};
      break;
    case Op::until:
      result = {false, last.eventual,  last.universal,
                false, all_guaranteed, first.obligation && last.guarantee};
      break;
    case Op::release:
      result = {false,    last.eventual, last.universal,
                all_safe, false,         first.obligation && last.safety};
      break;
    case Op::weak_until:
      result = {false, all_of(children, is_eventual),  last.universal, all_safe,
                false, first.safety && last.obligation};
      break;
    default:  // strong release
      result = {false, last.eventual,  all_of(children, is_universal),
                false, all_guaranteed, first.guarantee && last.obligation};
  }
  return result;
}

}  // namespace

FormulaTraits traits_of(Op op, const std::vector<Formula>& children) {
  switch (op) {
    case Op::false_:
    case Op::true_:
      return {true, true, true, true, true, true};
    case Op::proposition:
      return {true, false, false, true, true, true};
    case Op::not_:
    case Op::implies:
    case Op::equivalent:
    case Op::xor_: {
      const bool boolean = all_of(children, is_boolean);
      return {boolean, false, false, boolean, boolean, boolean};
    }
    case Op::and_:
    case Op::or_:
    case Op::next:
      return {op != Op::next && all_of(children, is_boolean),
              all_of(children, is_eventual),
              all_of(children, is_universal),
              all_of(children, is_safety),
              all_of(children, is_guarantee),
              all_of(children, is_obligation)};
    default:
      return temporal_traits(op, children);
  }
}

}  // namespace arges::automata
