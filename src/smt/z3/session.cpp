#include "smt/z3/session.h"

#include <algorithm>
#include <new>
#include <string>

#include "smt/z3/solver.h"

namespace arges::smt {

Session::Session(Env& run, ir::Context& expressions, const Z3Options& options)
    : env(run),
      ir(expressions),
      translator(z3, ir, symbols, env.statistics),
      checks(env.statistics.counter("smt::checks")),
      sat(env.statistics.counter("smt::sat")),
      unsat(env.statistics.counter("smt::unsat")),
      unknown(env.statistics.counter("smt::unknown")),
      time(env.statistics.timer("smt::time")) {
  if (options.dump_folder) dump.emplace(*options.dump_folder);
}

namespace {

class Z3Factory : public SolverFactory {
 public:
  Z3Factory(Env& env, ir::Context& context, const Z3Options& options)
      : session_(std::make_shared<Session>(env, context, options)) {}

  Capabilities capabilities() const override {
    return {.models = true, .cores = true, .quantifiers = true, .interpolants = false};
  }
  std::unique_ptr<Solver> make(Cores cores) override {
    return make(cores, Z3Solver::Preparation::none);
  }
  std::unique_ptr<Solver> make_one_shot() override {
    return make(Cores::as_found, Z3Solver::Preparation::thorough);
  }
  /// Any solver tells the figure of all, in 32 bits.
  std::uint64_t effort() override {
    if (!probe_) probe_.emplace(session_->z3, z3::solver::simple());
    const z3::stats figures = probe_->statistics();
    for (unsigned i = 0; i < figures.size(); ++i) {
      if (!figures.is_uint(i) || figures.key(i) != "rlimit count") continue;
      effort_ += static_cast<std::uint32_t>(figures.uint_value(i) - last_figure_);
      last_figure_ = figures.uint_value(i);
    }
    return effort_;
  }

 private:
  std::unique_ptr<Solver> make(Cores cores, Z3Solver::Preparation preparation) {
    try {
      return std::make_unique<Z3Solver>(session_, cores, preparation);
    } catch (const z3::exception&) {
      throw std::bad_alloc();  // nothing else can go wrong with an empty solver
    }
  }

  std::shared_ptr<Session> session_;
  std::optional<z3::solver> probe_;  ///< has no formulas
  std::uint32_t last_figure_ = 0;
  std::uint64_t effort_ = 0;
};

}  // namespace

constexpr std::uint64_t least_memory = 64;

std::unique_ptr<SolverFactory> make_z3_factory(Env& env, ir::Context& context,
                                               const Z3Options& options) {
  // Compact models show arrays as lambda terms, which can't be read, and take longer to make.
  Z3_global_param_set("model.compact", "false");
  // The limit itself is watched by env.limits: Z3 may crash when it is used on after it had no
  // memory left, and where it can't even start.
  if (const auto megabytes = env.limits.settings().memory_megabytes)
    Z3_global_param_set("memory_max_size",
                        std::to_string(std::max(*megabytes / 4 * 5, least_memory)).c_str());
  return std::make_unique<Z3Factory>(env, context, options);
}

}  // namespace arges::smt
