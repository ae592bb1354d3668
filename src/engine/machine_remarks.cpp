#include "engine/machine_remarks.h"

#include <algorithm>

#include "engine/machine_task.h"
#include "model/machines/explorer.h"

namespace arges::engine {

namespace {

using model::machines::Expression;
using model::machines::Fault;
using model::machines::Model;
using model::machines::Operator;
using model::machines::Question;

bool computes(const Model& model) {
  return std::any_of(model.expressions.begin(), model.expressions.end(), [](const Expression& e) {
    return e.type.is_int() && (e.kind == Expression::Kind::infix ||
                               (e.kind == Expression::Kind::unary && e.op == Operator::negate));
  });
}

/// Looks for a run that overflows among those that are near.
std::string remark_on_overflow(Env& env, const Model& model) {
  if (!computes(model)) return "";
  const Question overflow{Question::Kind::faults, {Fault::overflow}};
  model::machines::Explorer explorer(model, env.limits);
  try {
    if (!explorer.find({&overflow}).empty())
      return "runs that overflow 32 bits are left out, and there are some: see --check overflow";
    if (explorer.saw_all()) return "";
  } catch (const LimitReached&) {
    // The answer was there before, and there is no time to say more.
  }
  return "runs that overflow 32 bits, if there are any, are left out: --check overflow tells";
}

}  // namespace

std::string MachineRemarks::on(Env& env, const Task& task, std::size_t property,
                               analysis::Answer answer) {
  const MachineQuestion machines = task.machines(property);
  if (machines.lowering == nullptr || answer != analysis::Answer::holds) return "";
  if (machines.question != nullptr && machines.question->asks_for(Fault::overflow)) return "";
  if (!overflow_) overflow_ = remark_on_overflow(env, machines.lowering->model());
  return *overflow_;
}

}  // namespace arges::engine
