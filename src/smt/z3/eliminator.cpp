#include "smt/z3/eliminator.h"

#include <algorithm>
#include <optional>

#include <z3++.h>

#include "ir/traversal.h"
#include "smt/symbols.h"
#include "smt/z3/term_reader.h"
#include "smt/z3/translator.h"

namespace arges::smt {

using ir::Expr;

namespace {

class Z3Eliminator : public Eliminator {
 public:
  Z3Eliminator(Env& env, ir::Context& context, double seconds)
      : env_(env),
        ir_(context),
        milliseconds_(static_cast<unsigned>(std::clamp(seconds * 1000, 1.0, 4e9))) {}

  std::optional<Expr> eliminate(const std::set<Expr>& variables, Expr formula) override {
    if (variables.empty()) return formula;
    if (ir::mentions_floating(formula)) return std::nullopt;  // Z3 has no elimination for it
    if (!session_) session_.emplace(env_, ir_);
    try {
      return read(apply(quantified(variables, formula)), variables, formula);
    } catch (const z3::exception&) {
      env_.limits.check();
      return std::nullopt;
    }
  }

 private:
  /// What is needed to talk to Z3.
  struct Session {
    Session(Env& env, ir::Context& context) : translator(z3, context, symbols, env.statistics) {}
    z3::context z3;
    Symbols symbols;
    Translator translator;
  };

  z3::expr quantified(const std::set<Expr>& variables, Expr formula) {
    z3::expr_vector bound(session_->z3);
    for (const Expr variable : variables)
      bound.push_back(z3::expr(session_->z3, session_->translator.term(variable)));
    return z3::exists(bound, z3::expr(session_->z3, session_->translator.term(formula)));
  }

  z3::expr apply(const z3::expr& formula) {
    const z3::tactic light(session_->z3, "qe-light");
    const z3::tactic thorough(session_->z3, "qe2");
    z3::goal goal(session_->z3);
    goal.add(formula);
    const Z3_context z3 = session_->z3;
    const Limits::Interrupter interrupter(env_.limits, [z3] { Z3_interrupt(z3); });
    const z3::apply_result result = z3::try_for(light & thorough, milliseconds_)(goal);
    z3::expr_vector cases(session_->z3);
    for (unsigned i = 0; i < result.size(); ++i)
      cases.push_back(result[static_cast<int>(i)].as_expr());
    return z3::mk_or(cases);
  }

  std::optional<Expr> read(const z3::expr& term, const std::set<Expr>& eliminated, Expr formula) {
    TermReader reader(session_->z3, session_->translator, ir_);
    for (const Expr variable : versioned_variables(formula))
      if (!eliminated.contains(variable)) reader.add(variable);
    return reader.read(term);
  }

  Env& env_;
  ir::Context& ir_;
  unsigned milliseconds_;
  std::optional<Session> session_;  ///< made when first needed: most runs never do
};

}  // namespace

std::unique_ptr<Eliminator> make_z3_eliminator(Env& env, ir::Context& context, double seconds) {
  return std::make_unique<Z3Eliminator>(env, context, seconds);
}

}  // namespace arges::smt
