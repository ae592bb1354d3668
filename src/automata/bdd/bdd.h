#pragma once

#include <cstddef>
#include <functional>
#include <utility>

namespace arges::automata {

class BddManager;

/// A Boolean function as a binary decision diagram; a counted reference to a node of the process's
/// one BddManager, which must outlive it.
class Bdd {
 public:
  Bdd() = default;  ///< false
  Bdd(const Bdd& other);
  Bdd(Bdd&& other) noexcept : root_(std::exchange(other.root_, 0)) {}
  Bdd& operator=(const Bdd& other);
  Bdd& operator=(Bdd&& other) noexcept {
    std::swap(root_, other.root_);
    return *this;
  }
  ~Bdd();

  static Bdd constant(bool value);

  bool is_false() const { return root_ == 0; }
  bool is_true() const { return root_ == 1; }
  bool is_constant() const { return root_ <= 1; }

  friend Bdd operator&(const Bdd& a, const Bdd& b);
  friend Bdd operator|(const Bdd& a, const Bdd& b);
  friend Bdd operator-(const Bdd& a, const Bdd& b);  ///< a and not b
  Bdd operator!() const;
  Bdd& operator&=(const Bdd& other) { return *this = *this & other; }
  Bdd& operator|=(const Bdd& other) { return *this = *this | other; }
  Bdd& operator-=(const Bdd& other) { return *this = *this - other; }
  bool implies(const Bdd& other) const { return (*this - other).is_false(); }
  bool intersects(const Bdd& other) const { return !(*this & other).is_false(); }

  friend bool operator==(const Bdd& a, const Bdd& b) { return a.root_ == b.root_; }

  // Of a function that is no constant: its topmost variable and what is below it.
  int variable() const;
  Bdd low() const;
  Bdd high() const;

  /// The conjunction of the variables it depends on.
  Bdd support() const;
  /// The function with the variables of a conjunction quantified away.
  Bdd exists(const Bdd& variables) const;
  /// One valuation of all the variables of a conjunction under which the function is satisfiable,
  /// as a conjunction of literals.
  Bdd one_valuation(const Bdd& variables) const;

  /// Identifies the function for as long as some Bdd refers to it.
  int id() const { return root_; }

 private:
  friend class BddManager;
  explicit Bdd(int root);

  int root_ = 0;
};

struct BddHash {
  std::size_t operator()(const Bdd& function) const { return std::hash<int>()(function.id()); }
};

}  // namespace arges::automata
