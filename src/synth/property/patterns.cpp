#include "synth/property/patterns.h"

#include <fmt/format.h>

namespace arges::synth {

namespace {

using automata::Formula;
using automata::Op;

/// The events of a pattern as formulas, and the few combinations that scopes are made of.
class PatternFormulas {
 public:
  PatternFormulas(Vocabulary& vocabulary, const PatternInstance& instance)
      : f_(vocabulary.formulas()),
        instance_(instance),
        p_(vocabulary.any_of(instance.p)),
        s_(vocabulary.any_of(instance.s)),
        q_(vocabulary.any_of(instance.q)),
        r_(vocabulary.any_of(instance.r)) {}

  Formula formula() {
    switch (instance_.pattern) {
      case Pattern::absence:
        return invariant(f_.negation(p_));
      case Pattern::universality:
        return invariant(p_);
      case Pattern::existence:
        return existence();
      case Pattern::precedence:
        return precedence();
      case Pattern::response:
        return response();
    }
    UNREACHABLE("a pattern should be known");
  }

 private:
  Formula opened() { return f_.conjunction(q_, f_.negation(r_)); }
  /// G(opened -> body)
  Formula whenever_opened(Formula body) { return f_.always(implies(opened(), body)); }
  /// G(opened and closed later -> body)
  Formula whenever_between(Formula body) {
    return f_.always(implies(f_.conjunction({q_, f_.negation(r_), f_.eventually(r_)}), body));
  }
  /// F r -> body
  Formula if_closed(Formula body) { return implies(f_.eventually(r_), body); }
  Formula implies(Formula a, Formula b) { return f_.binary(Op::implies, a, b); }
  Formula until(Formula a, Formula b) { return f_.binary(Op::until, a, b); }
  Formula weak_until(Formula a, Formula b) { return f_.binary(Op::weak_until, a, b); }

  /// `all` at every step of the scope: of absence and universality.
  Formula invariant(Formula all) {
    switch (instance_.scope) {
      case Scope::globally:
        return f_.always(all);
      case Scope::before:
        return if_closed(until(all, r_));
      case Scope::after:
        return f_.always(implies(q_, f_.always(all)));
      case Scope::between:
        return whenever_between(until(all, r_));
      case Scope::after_until:
        return whenever_opened(weak_until(all, r_));
    }
    UNREACHABLE("a scope should be known");
  }

  Formula existence() {
    const Formula inside = f_.conjunction(p_, f_.negation(r_));
    switch (instance_.scope) {
      case Scope::globally:
        return f_.eventually(p_);
      case Scope::before:
        return weak_until(f_.negation(r_), inside);
      case Scope::after:
        return f_.disjunction(f_.always(f_.negation(q_)),
                              f_.eventually(f_.conjunction(q_, f_.eventually(p_))));
      case Scope::between:
        return whenever_opened(weak_until(f_.negation(r_), inside));
      case Scope::after_until:
        return whenever_opened(until(f_.negation(r_), inside));
    }
    UNREACHABLE("a scope should be known");
  }

  Formula precedence() {
    const Formula none = f_.negation(p_);
    switch (instance_.scope) {
      case Scope::globally:
        return weak_until(none, s_);
      case Scope::before:
        return if_closed(until(none, f_.disjunction(s_, r_)));
      case Scope::after:
        return f_.disjunction(f_.always(f_.negation(q_)),
                              f_.eventually(f_.conjunction(q_, weak_until(none, s_))));
      case Scope::between:
        return whenever_between(until(none, f_.disjunction(s_, r_)));
      case Scope::after_until:
        return whenever_opened(weak_until(none, f_.disjunction(s_, r_)));
    }
    UNREACHABLE("a scope should be known");
  }

  Formula response() {
    const Formula answered = implies(p_, f_.eventually(s_));
    const Formula answered_inside =
        implies(p_, until(f_.negation(r_), f_.conjunction(s_, f_.negation(r_))));
    switch (instance_.scope) {
      case Scope::globally:
        return f_.always(answered);
      case Scope::before:
        return if_closed(until(answered_inside, r_));
      case Scope::after:
        return f_.always(implies(q_, f_.always(answered)));
      case Scope::between:
        return whenever_between(until(answered_inside, r_));
      case Scope::after_until:
        return whenever_opened(weak_until(answered_inside, r_));
    }
    UNREACHABLE("a scope should be known");
  }

  automata::Formulas& f_;
  const PatternInstance& instance_;
  Formula p_, s_, q_, r_;
};

/// "input A" for the letters of RERS, and names as they are otherwise.
std::string told(lts::ActionId action, const lts::ActionTable& table) {
  const std::string& name = table.name(action);
  const bool is_letter = name.size() == 2 && name[1] >= 'A' && name[1] <= 'Z';
  if (is_letter && name[0] == 'i') return fmt::format("input {}", name[1]);
  if (is_letter && name[0] == 'o') return fmt::format("output {}", name[1]);
  return name;
}

std::string told(const Event& event, const lts::ActionTable& table) {
  std::string result;
  for (const lts::ActionId action : event)
    result += (result.empty() ? "" : " or ") + told(action, table);
  return result;
}

}  // namespace

Formula formula_of(Vocabulary& vocabulary, const PatternInstance& instance) {
  return PatternFormulas(vocabulary, instance).formula();
}

std::string english(const PatternInstance& instance, const lts::ActionTable& table) {
  const bool always = instance.scope == Scope::globally;
  const std::string p = told(instance.p, table);
  const std::string s = told(instance.s, table);
  const std::string q = told(instance.q, table);
  const std::string r = told(instance.r, table);
  std::string result;
  switch (instance.pattern) {
    case Pattern::absence:
      result = fmt::format("{} never occurs", p);
      break;
    case Pattern::universality:
      result = fmt::format("nothing but {} occurs", p);
      break;
    case Pattern::existence:
      result = fmt::format("{} occurs{}", p, always ? " eventually" : "");
      break;
    case Pattern::precedence:
      result = fmt::format("{} {}precedes {}", s, always ? "always " : "", p);
      break;
    case Pattern::response:
      result = fmt::format("{} {}responds to {}", s, always ? "always " : "", p);
      break;
  }
  switch (instance.scope) {
    case Scope::globally:
      return result;
    case Scope::before:
      return fmt::format("{} before {}", result, r);
    case Scope::after:
      return fmt::format("{} after {}", result, q);
    case Scope::between:
      return fmt::format("{} between {} and {}", result, q, r);
    case Scope::after_until:
      return fmt::format("{} after {} until {}", result, q, r);
  }
  UNREACHABLE("a scope should be known");
}

}  // namespace arges::synth
