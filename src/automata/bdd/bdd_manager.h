#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "automata/bdd/bdd.h"

namespace arges::automata {

/// The library of decision diagrams (BuDDy), which there is once in a process: started with the
/// first reference, ended with the last. Gives every proposition's name its variable, the same for
/// all automata, and lends auxiliary variables, which come behind those in the order.
class BddManager {
 public:
  static std::shared_ptr<BddManager> instance();
  ~BddManager();
  BddManager(const BddManager&) = delete;
  BddManager& operator=(const BddManager&) = delete;

  /// The variable of the proposition of that name; throws InputError past max_propositions.
  int proposition(std::string_view name);
  bool is_proposition(int variable) const { return variable < max_propositions; }
  const std::string& name(int variable) const { return names_[static_cast<std::size_t>(variable)]; }

  /// Variables that are no propositions, from 0 on; who uses them knows what for.
  Bdd auxiliary(int number);
  int auxiliary_number(int variable) const { return variable - max_propositions; }

  Bdd literal(int variable, bool positive = true);

  static constexpr int max_propositions = 1024;

 private:
  BddManager();

  std::vector<std::string> names_;
  std::unordered_map<std::string, int> variables_;
  int num_variables_;
};

using BddManagerPtr = std::shared_ptr<BddManager>;

/// The variables of a conjunction, in their order.
std::vector<int> variables_of(const Bdd& conjunction);

}  // namespace arges::automata
