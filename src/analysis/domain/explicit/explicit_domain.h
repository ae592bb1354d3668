#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/domain/domain.h"
#include "analysis/domain/explicit/explicit_states.h"
#include "analysis/domain/explicit/open_questions.h"
#include "analysis/domain/explicit/set_transformer.h"
#include "base/env.h"
#include "base/words_hash.h"
#include "ir/relevance.h"
#include "ir/valuation.h"
#include "ir/value_propagation.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Decides which variables take too many values to be tracked.
class ValueBudget {
 public:
  virtual ~ValueBudget() = default;
  /// How many values a variable may have; enumeration stops past that.
  virtual std::size_t limit() const = 0;
  /// Before the successors of a state are computed: variables to be dropped at once.
  virtual std::vector<ir::Var> spent(const PostQuery& query) = 0;
  /// Whether an unknown value is to be enumerated at all.
  virtual bool enumerates(ir::Var var) const = 0;
  /// Counts a value that a successor gives the variable; whether it is one too many.
  virtual bool exceeds(ir::Var var, ir::Value value) = 0;
  /// A refutation names the variable although it is tracked; whether that changes anything.
  virtual bool wanted_again(ir::Var) { return false; }
  virtual void start_over() {}
};

/// Explicit-value analysis (Bajkai 2018, Section 2.2.1): tracked variables have a value or are
/// unknown.
///
/// Successors are computed by evaluation. Where that leaves a tracked variable unknown although an
/// assumption or another variable restricts it, the solver enumerates its values, up to `max_enum`
/// successors (0: no limit); past that it stays unknown unless only one value is possible.
/// Unconstrained variables (a havoc, the initial state) are not enumerated unless that is asked
/// for. Values that an action leaves dead are forgotten.
class ExplicitDomain : public Domain {
 public:
  /// `max_enum` where all states are to be seen: those by one action from one state.
  static constexpr std::uint32_t most_successors = 300;
  ExplicitDomain(Env& env, ir::Context& context, smt::SolverFactory& solvers,
                 std::uint32_t max_enum);
  /// Once values had to be given up for the first time, `max_enum` is this.
  void enumerate_less_after_giving_up(std::size_t max_enum) { later_max_enum_ = max_enum; }
  /// Behind actions that lead to one of these places, variables of finite types that nothing
  /// restricts are enumerated as well, as far as `max_enum` allows.
  struct Listed {
    std::vector<ir::Var> variables;
    std::function<bool(Control)> places;
  };
  void list_free_values(Listed listed) { listed_ = std::move(listed); }
  /// In a product: what takes too many values is dropped from the precision.
  void set_budget(ValueBudget& budget) { budget_ = &budget; }

  std::vector<StateId> initial(const Action& start, Precision& precision) override;
  std::vector<StateId> post(const PostQuery& query) override;
  bool leq(StateId a, StateId b) const override { return states_.leq(a, b); }
  ir::Expr to_expr(StateId id) const override;
  std::string to_string(StateId id) const override;
  std::unique_ptr<CoverIndex> make_cover_index() const override;
  void refine(Precision& precision, const Refutation& refutation, std::span<const Control> controls,
              Effort effort) override;
  void start_over() override {
    if (budget_ != nullptr) budget_->start_over();
  }
  /// Where values were given up because there are too many of them, for the first time.
  struct GivenUp {
    ir::Var variable;
    const Action& action;
  };
  const std::optional<GivenUp>& first_given_up() const { return first_given_up_; }
  /// The variable's value in a state, unknown if the state does not know it.
  ir::Value value(StateId state, ir::Var var) const { return states_.get(state).get(var); }
  /// All values that a state knows.
  ir::Valuation values(StateId state) const;

 private:
  /// Values of the action's accessed variables after it, one row a successor.
  using Rows = std::vector<std::vector<ir::Value>>;
  /// An action with where the values come from and go to, so that nothing is looked up for each
  /// state: of what is tracked after it, and for states that know the same variables.
  struct Plan {
    CompiledAction action;
    std::vector<ir::Var> tracked = {};  ///< what it was made for
    std::vector<bool> keeps = {};       ///< by slots: whether the value matters after the action
    struct Kept {
      ir::Var variable;
      std::uint32_t slot;  ///< or no_position: the action leaves it alone
      std::uint32_t position = 0;
    };
    std::vector<Kept> kept = {};
    const VarMask* mask_after = nullptr;            ///< where all of these are known
    mutable const VarMask* mask_of_some = nullptr;  ///< where some were unknown, the last time
    const VarMask* mask_before = nullptr;
    std::vector<std::uint32_t> positions = {};  ///< by slots: in `mask_before`, or no_position
  };
  static constexpr std::uint32_t no_position = static_cast<std::uint32_t>(-1);
  /// A state as an action sees it: values of the accessed variables, and what matters afterwards.
  struct Source {
    const Plan& plan;
    std::vector<ir::Value> values;
    std::vector<ir::Expr> conditions;  ///< known from elsewhere, as far as it has to do with it

    const CompiledAction& action() const { return plan.action; }
    const std::vector<bool>& keeps() const { return plan.keeps; }
  };
  /// Successors, or a variable with too many values.
  struct Successors {
    Rows rows;
    ir::Var too_many = nullptr;
  };

  const Plan& plan(const PostQuery& query);
  void plan_after(Plan& plan, const PostQuery& query);
  static void plan_before(Plan& plan, const VarMask* mask);
  Source source(const PostQuery& query);
  /// The accessed variables that the source's conditions are about.
  std::vector<bool> restricted(const Source& source);
  Successors successors(const Source& source);
  Successors cached_successors(const Source& source);
  /// What a path through the action leaves of `row`, whose slots `open` the solver enumerates.
  Successors rows_by_solver(const Source& source, const std::vector<ir::Stmt>& path,
                            std::vector<ir::Value> row, const std::vector<std::uint32_t>& open);
  ir::ValuePropagation propagate(const Source& source, ir::Expr path) const;
  Successors enumerate(const Source& source, std::span<const ir::Expr> projection,
                       std::vector<ir::Value> row, const std::vector<std::uint32_t>& open);
  /// What a fork leaves unknown though nobody asks the solver about it, to be listed.
  std::vector<std::uint32_t> free_slots(const Source& source, const Fork& fork,
                                        const std::vector<std::uint32_t>& open) const;
  /// Each row with all values of these, unless that is too many.
  Rows with_all_values(const Source& source, Rows rows,
                       const std::vector<std::uint32_t>& free) const;
  Rows keep_single_values(std::span<const ir::Expr> projection, std::vector<ir::Value> row,
                          const std::vector<std::uint32_t>& open);
  Successors too_many_forks(SetTransformer& transformer, const Source& source);
  ir::Var over_budget(const Source& source, const Rows& rows);
  std::vector<StateId> assemble(const PostQuery& query, const Plan& plan, const Rows& rows);
  StateId assemble_some(const Plan& plan, const std::vector<ir::Value>& values);

  Env& env_;
  ir::Context& context_;
  std::unique_ptr<smt::Solver> solver_;
  std::size_t max_enum_;
  std::optional<std::size_t> later_max_enum_;
  ValueBudget* budget_ = nullptr;
  std::optional<Listed> listed_;
  ir::Relevance relevance_;
  ExplicitStates states_;
  std::optional<GivenUp> first_given_up_;
  std::unordered_map<const Action*, Plan> plans_;

  /// Results that needed the solver, by action, source values, what is tracked and enumerated.
  std::unordered_map<std::vector<std::uint64_t>, Rows, WordsHash> cache_;
  std::unordered_map<const Action*, bool> needs_cache_;

  Counter& posts_;
  Counter& solver_posts_;
  Counter& cache_hits_;
  Counter& enumerations_cut_;
  OpenQuestions questions_;
};

}  // namespace arges::analysis
