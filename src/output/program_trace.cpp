#include "output/program_trace.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/invariant.h"
#include "output/program_value.h"

namespace arges::output {

namespace {

using model::CfaEdge;
using model::ProgramInfo;

/// Longer lines are cut in texts, so that values stay beside them.
constexpr std::size_t longest_line = 56;

std::string source_line(SourceLocation location) {
  std::string_view line = location.source->line(location.line());
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r'))
    line.remove_suffix(1);
  return std::string(line);
}

/// Tells one run.
class ProgramTrace {
 public:
  ProgramTrace(const model::Cfa& cfa, const analysis::ConcreteTrace& trace)
      : cfa_(cfa), program_(*cfa.program), trace_(trace) {}

  std::vector<ProgramStep> steps() {
    const ir::Valuation* before = &trace_.initial;
    for (std::size_t k = 0; k < trace_.steps.size(); ++k) {
      const analysis::ConcreteStep& step = trace_.steps[k];
      taken_ = k + 1;
      if (trace_.loop && trace_.loop->start == k)
        say(ProgramStep::Kind::loop, "the loop starts here");
      if (step.action->origin == analysis::Action::no_origin) {
        say(ProgramStep::Kind::note, step.action->label);
        continue;
      }
      const CfaEdge& edge = cfa_.edges.at(step.action->origin);
      if (!edge.enters.empty()) {
        enter(edge, step.state);
      } else if (edge.returns) {
        leave();
      } else {
        add(edge, *before, step.state);
      }
      before = &step.state;
    }
    flush();
    return std::move(steps_);
  }

 private:
  void say(ProgramStep::Kind kind, const std::string& text) {
    flush();
    steps_.push_back({kind, 0, text, {}, {}, taken_});
  }

  void enter(const CfaEdge& edge, const ir::Valuation& state) {
    flush();
    std::string arguments;
    std::vector<ProgramChange> parameters;
    const auto depth = std::count(functions_.begin(), functions_.end(), edge.enters);
    for (const auto& [var, shown] : program_.variables)
      if (shown.is_parameter && shown.function == edge.enters && shown.depth == depth) {
        parameters.push_back(
            {ProgramChange::Kind::variable, shown.name, number(var, shown, state)});
        arguments += (arguments.empty() ? "" : ", ") + parameters.back().text();
      }
    steps_.push_back(
        {ProgramStep::Kind::call, functions_.size(),
         fmt::format("{}({})", edge.enters, functions_.empty() ? "" : arguments), edge.location,
         functions_.empty() ? std::vector<ProgramChange>() : std::move(parameters), taken_});
    functions_.push_back(edge.enters);
  }

  void leave() {
    flush();
    if (!functions_.empty()) functions_.pop_back();
  }

  void add(const CfaEdge& edge, const ir::Valuation& before, const ir::Valuation& after) {
    if (functions_.empty()) return;  // what is set before main starts
    // What is done with the result of a call is on an edge of its own, which begins nowhere.
    const SourceLocation location = edge.location ? edge.location : first_write(edge.statement);
    if (!location) return;
    Written written;
    collect_written(edge.statement, written);
    std::vector<ProgramChange> changes;
    for (const auto& [var, how] : written) {
      const auto shown = program_.variables.find(var);
      if (shown == program_.variables.end()) continue;
      const bool has_no_value = how == ir::StmtKind::havoc && !shown->second.is_result;
      const bool is_news =
          has_no_value || !var->type.is_array() || after.get(var) != before.get(var);
      if (!is_news) continue;
      add_change(changes, var, shown->second, before, after);
      if (has_no_value) changes.back().value += ": it has no value yet";
    }
    if (!edge.location && changes.empty()) return;
    const bool is_same_line = line_.location && line_.location.source == location.source &&
                              line_.location.line() == location.line();
    if (!is_same_line || (!line_.changes.empty() && !changes.empty())) {
      flush();
      line_.location = location;
    }
    line_.end = taken_;
    line_.changes.insert(line_.changes.end(), changes.begin(), changes.end());
  }

  /// What was done last to each variable: assign or havoc.
  using Written = std::map<ir::Var, ir::StmtKind, ProgramInfo::DeclaredBefore>;

  /// Where something is written that the program's author knows; nowhere if nothing is.
  SourceLocation first_write(ir::Stmt statement) const {
    if (statement.kind() == ir::StmtKind::assign && program_.variables.contains(statement.var()))
      return statement.location();
    for (const ir::Stmt child : statement.children())
      if (const SourceLocation found = first_write(child)) return found;
    return {};
  }

  static void collect_written(ir::Stmt statement, Written& written) {
    using ir::StmtKind;
    if (statement.kind() == StmtKind::assign || statement.kind() == StmtKind::havoc)
      written.insert_or_assign(statement.var(), statement.kind());
    for (const ir::Stmt child : statement.children()) collect_written(child, written);
  }

  void add_change(std::vector<ProgramChange>& changes, ir::Var var,
                  const ProgramInfo::Variable& shown, const ir::Valuation& before,
                  const ir::Valuation& after) const {
    using Kind = ProgramChange::Kind;
    if (shown.is_result) {
      changes.push_back({Kind::result, "", number(var, shown, after)});
      return;
    }
    std::string name = shown.name;
    if (!shown.function.empty() && shown.function != functions_.back())
      name = shown.function + "::" + name;
    const std::size_t size = changes.size();
    if (!var->type.is_array())
      changes.push_back({Kind::variable, name, number(var, shown, after)});
    else
      add_array_change(changes, var, name, shown, before, after);
    for (std::size_t i = size; i < changes.size(); ++i)
      changes[i].is_local = shown.function == functions_.back();
  }

  static bool is_entry(ir::Value array, ir::Value index) {
    const auto& entries = array.as_big().array.entries;
    return std::any_of(entries.begin(), entries.end(),
                       [index](const auto& entry) { return entry.first == index; });
  }

  static void add_array_change(std::vector<ProgramChange>& changes, ir::Var var,
                               const std::string& name, const ProgramInfo::Variable& shown,
                               const ir::Valuation& before, const ir::Valuation& after) {
    using Kind = ProgramChange::Kind;
    const ir::Value now = after.get(var);
    const ir::Value then = before.get(var);
    if (now.is_unknown() || then.is_unknown() || !now.is_big()) {
      changes.push_back({Kind::variable, name, "?"});
      return;
    }
    const std::size_t size = changes.size();
    for (const auto& [index, element] : now.as_big().array.entries) {
      if (then.is_big() && ir::array_get(then, index) == element) continue;
      changes.push_back({Kind::variable,
                         fmt::format("{}[{}]", name, program_number(index, var->type.index(), 0)),
                         program_number(element, var->type.element(), shown.bits)});
    }
    const ir::Value others = now.as_big().array.fallback;
    // What has the value of all others now is not among the entries any more.
    if (then.is_big())
      for (const auto& [index, element] : then.as_big().array.entries)
        if (!is_entry(now, index) && element != others)
          changes.push_back(
              {Kind::variable,
               fmt::format("{}[{}]", name, program_number(index, var->type.index(), 0)),
               program_number(others, var->type.element(), shown.bits)});
    const bool are_new = !then.is_big() || then.as_big().array.fallback != others;
    if (are_new)
      changes.push_back({Kind::variable, changes.size() == size ? name + "[...]" : "others",
                         program_number(others, var->type.element(), shown.bits)});
    if (changes.size() == size) changes.push_back({Kind::variable, name, "..."});
  }

  static std::string number(ir::Var var, const ProgramInfo::Variable& shown,
                            const ir::Valuation& state) {
    return program_number(state.get(var), var->type, shown.bits);
  }

  void flush() {
    if (!line_.location) return;
    line_.depth = functions_.size();
    line_.text = source_line(line_.location);
    steps_.push_back(std::move(line_));
    line_ = {};
  }

  const model::Cfa& cfa_;
  const ProgramInfo& program_;
  const analysis::ConcreteTrace& trace_;
  std::vector<std::string> functions_;  ///< that were entered and not left
  ProgramStep line_;                    ///< as it grows
  std::size_t taken_ = 0;               ///< actions of the run
  std::vector<ProgramStep> steps_;
};

std::string text_of(const ProgramStep& step) {
  const std::string indent(2 * step.depth, ' ');
  if (step.kind != ProgramStep::Kind::line) return fmt::format("    {}{}\n", indent, step.text);
  const std::string line =
      step.text.size() <= longest_line ? step.text : step.text.substr(0, longest_line - 3) + "...";
  std::string text = fmt::format("    {}{:>4}  {}", indent, step.location.line(), line);
  if (!step.changes.empty()) {
    std::vector<std::string> changes;
    for (const ProgramChange& change : step.changes) changes.push_back(change.text());
    text = fmt::format("{:<{}}  {}", text, 12 + longest_line, fmt::join(changes, ", "));
  }
  return text + "\n";
}

}  // namespace

std::string ProgramChange::text() const {
  return kind == Kind::result ? "returns " + value : fmt::format("{} = {}", name, value);
}

std::vector<ProgramStep> program_steps(const model::Cfa& cfa,
                                       const analysis::ConcreteTrace& trace) {
  INVARIANT(cfa.program.has_value(), "the automaton should be made of a program");
  return ProgramTrace(cfa, trace).steps();
}

std::string program_trace_text(const model::Cfa& cfa, const analysis::ConcreteTrace& trace) {
  std::string text;
  for (const ProgramStep& step : program_steps(cfa, trace)) text += text_of(step);
  return text;
}

}  // namespace arges::output
