#include "automata/bdd/bdd_manager.h"

#include <new>

#include <bdd.h>
#include <fmt/format.h>

#include "base/error.h"
#include "base/invariant.h"

// The plain interface of the library, as in bdd.cpp.
#undef bdd_init
#undef bdd_ithvar
#undef bdd_nithvar
#undef bdd_setvarnum

namespace arges::automata {

namespace {

/// Small automata need few nodes; the table grows.
constexpr int first_nodes = 1 << 15;
constexpr int first_cache = 1 << 13;
constexpr int variable_step = 64;

/// BuDDy reports errors here and would abort otherwise.
void fail(int code) {
  if (code == BDD_MEMORY || code == BDD_NODENUM) throw std::bad_alloc();
  throw InternalError(fmt::format("decision diagrams: {}", bdd_errstring(code)));
}

}  // namespace

BddManagerPtr BddManager::instance() {
  static std::weak_ptr<BddManager> running;
  BddManagerPtr result = running.lock();
  if (result == nullptr) {
    result.reset(new BddManager());
    running = result;
  }
  return result;
}

BddManager::BddManager() : num_variables_(max_propositions + variable_step) {
  bdd_init(first_nodes, first_cache);
  bdd_error_hook(fail);
  bdd_gbc_hook(nullptr);
  bdd_setcacheratio(8);
  bdd_setvarnum(num_variables_);
}

BddManager::~BddManager() { bdd_done(); }

int BddManager::proposition(std::string_view name) {
  const auto [at, fresh] =
      variables_.try_emplace(std::string(name), static_cast<int>(names_.size()));
  if (fresh) {
    if (at->second >= max_propositions)
      throw InputError({}, fmt::format("more than {} propositions", max_propositions));
    names_.emplace_back(name);
  }
  return at->second;
}

Bdd BddManager::auxiliary(int number) {
  const int variable = max_propositions + number;
  if (variable >= num_variables_) {
    num_variables_ = variable + variable_step;
    bdd_setvarnum(num_variables_);
  }
  return literal(variable);
}

Bdd BddManager::literal(int variable, bool positive) {
  return Bdd(positive ? bdd_ithvar(variable) : bdd_nithvar(variable));
}

std::vector<int> variables_of(const Bdd& conjunction) {
  std::vector<int> result;
  for (Bdd rest = conjunction; !rest.is_constant(); rest = rest.high())
    result.push_back(rest.variable());
  return result;
}

}  // namespace arges::automata
