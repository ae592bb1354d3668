#include "automata/bdd/bdd.h"

#include <set>
#include <unordered_set>
#include <vector>

#include <bdd.h>

// Of the library's two interfaces the plain one: its C++ classes copy where these move.
#undef bddtrue
#undef bddfalse
#undef bdd_ithvar
#undef bdd_nithvar

namespace arges::automata {

Bdd::Bdd(int root) : root_(root) { bdd_addref(root_); }

Bdd::Bdd(const Bdd& other) : root_(other.root_) {
  if (root_ > 1) bdd_addref(root_);
}

Bdd& Bdd::operator=(const Bdd& other) {
  Bdd copy(other);
  std::swap(root_, copy.root_);
  return *this;
}

Bdd::~Bdd() {
  if (root_ > 1) bdd_delref(root_);
}

Bdd Bdd::constant(bool value) {
  Bdd result;
  result.root_ = value ? 1 : 0;
  return result;
}

Bdd operator&(const Bdd& a, const Bdd& b) { return Bdd(bdd_apply(a.root_, b.root_, bddop_and)); }

Bdd operator|(const Bdd& a, const Bdd& b) { return Bdd(bdd_apply(a.root_, b.root_, bddop_or)); }

Bdd operator-(const Bdd& a, const Bdd& b) { return Bdd(bdd_apply(a.root_, b.root_, bddop_diff)); }

Bdd Bdd::operator!() const { return Bdd(bdd_not(root_)); }

int Bdd::variable() const { return bdd_var(root_); }

Bdd Bdd::low() const { return Bdd(bdd_low(root_)); }

Bdd Bdd::high() const { return Bdd(bdd_high(root_)); }

// BuDDy's own function keeps a table that bdd_done frees and the next bdd_init does not know of.
Bdd Bdd::support() const {
  std::vector<int> open{root_};
  std::unordered_set<int> seen;
  std::set<int, std::greater<>> variables;
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    if (node <= 1 || !seen.insert(node).second) continue;
    variables.insert(bdd_var(node));
    open.push_back(bdd_low(node));
    open.push_back(bdd_high(node));
  }
  Bdd result = constant(true);
  for (const int variable : variables) result = Bdd(bdd_ithvar(variable)) & result;
  return result;
}

Bdd Bdd::exists(const Bdd& variables) const { return Bdd(bdd_exist(root_, variables.root_)); }

Bdd Bdd::one_valuation(const Bdd& variables) const {
  return Bdd(bdd_satoneset(root_, variables.root_, 0));
}

}  // namespace arges::automata
