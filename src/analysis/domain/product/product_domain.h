#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "analysis/domain/domain.h"
#include "base/arena.h"

namespace arges::analysis {

/// Says what a refutation adds to the precision of a product.
class ProductRefiner {
 public:
  virtual ~ProductRefiner() = default;
  virtual void refine(Precision& precision, const Refutation& refutation,
                      std::span<const Control> controls, Effort effort) = 0;
};

/// The product of any number of domains (Bajkai 2018, Section 2.2.1): states are tuples, and each
/// component gets to know what the others know of the same states.
class ProductDomain : public Domain {
 public:
  ProductDomain(std::vector<Domain*> components, ProductRefiner& refiner);

  std::vector<StateId> initial(const Action& start, Precision& precision) override;
  std::vector<StateId> post(const PostQuery& query) override;
  bool leq(StateId a, StateId b) const override;
  ir::Expr to_expr(StateId state) const override;
  std::string to_string(StateId state) const override;
  std::unique_ptr<CoverIndex> make_cover_index() const override;
  void refine(Precision& precision, const Refutation& refutation, std::span<const Control> controls,
              Effort effort) override;
  void start_over() override;

 private:
  using Parts = std::vector<StateId>;  ///< one a component
  struct State {
    std::size_t hash;
    StateId id;
    Parts parts;
  };
  friend class ProductCoverIndex;
  const Parts& parts(StateId state) const { return states_[state].parts; }
  StateId intern(Parts parts);
  std::vector<StateId> intern_all(std::vector<Parts> tuples);
  /// What the other components know.
  ir::Expr others(const Parts& parts, std::size_t component) const;
  /// What a component's state says; made once, as many tuples share it.
  ir::Expr formula(std::size_t component, StateId part) const;

  std::vector<Domain*> components_;
  ProductRefiner& refiner_;
  std::deque<State> states_;
  InternTable<const State> table_;
  mutable std::vector<std::vector<ir::Expr>> formulas_;  ///< by component and state
};

}  // namespace arges::analysis
