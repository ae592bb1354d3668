#include "output/c_harness.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "base/invariant.h"
#include "output/c_text.h"
#include "output/program_value.h"

namespace arges::output {

namespace {

using model::ProgramInfo;

/// What functions returned along a run, each in the order of its calls.
using Returned = std::map<std::string, std::vector<std::string>>;

/// What to do where a run is over but the program is not.
enum class PastEnd : std::uint8_t { return_zero, exit };

/// What one function returned along each of several runs.
struct Table {
  std::vector<std::string> values;  ///< of one run after the other
  std::vector<std::size_t> begins;  ///< of each, and the end

  std::string text(const std::string& type) const {
    return fmt::format(
        "  static const {} values[] = {{{}}};\n"
        "  static const unsigned int begins[] = {{{}}};\n",
        type, fmt::join(values, ", "), fmt::join(begins, ", "));
  }
};

Table table_of(const std::vector<Returned>& runs, const std::string& function) {
  Table result{{}, {0}};
  for (const Returned& run : runs) {
    if (const auto found = run.find(function); found != run.end())
      result.values.insert(result.values.end(), found->second.begin(), found->second.end());
    result.begins.push_back(result.values.size());
  }
  return result;
}

void for_each_havoc(const ir::Stmt& statement, const std::function<void(ir::Var)>& visit) {
  if (statement.kind() == ir::StmtKind::havoc) visit(statement.var());
  for (const ir::Stmt& child : statement.children()) for_each_havoc(child, visit);
}

Returned returned_along(const analysis::ConcreteTrace& trace, const ProgramInfo& program) {
  Returned result;
  for (const analysis::ConcreteStep& step : trace.steps)
    for_each_havoc(step.action->statement, [&](ir::Var var) {
      const auto input = program.inputs.find(var);
      if (input != program.inputs.end())
        result[input->second.function].push_back(
            c_literal(step.state.get(var), var->type, input->second.type));
    });
  return result;
}

/// The variables that the run reads before they are given a value, as far as it is known: those
/// that were declared without one.
std::vector<std::string> without_value(const model::Cfa& cfa,
                                       const analysis::ConcreteTrace& trace) {
  std::vector<std::string> result;
  for (const analysis::ConcreteStep& step : trace.steps) {
    const model::CfaEdge& edge = cfa.edges.at(step.action->origin);
    for_each_havoc(edge.statement, [&](ir::Var var) {
      const auto shown = cfa.program->variables.find(var);
      if (shown == cfa.program->variables.end() || shown->second.is_result) return;
      std::string name = fmt::format("{} (line {})", shown->second.name, edge.location.line());
      if (std::find(result.begin(), result.end(), name) == result.end())
        result.push_back(std::move(name));
    });
  }
  return result;
}

std::string input_text(const ProgramInfo::Stub& stub, const Table& table, PastEnd past_end) {
  const std::string& type = stub.type;
  if (type == "void") return fmt::format("void {}() {{}}\n", stub.name);
  const char* leave = past_end == PastEnd::exit ? "exit(0); " : "";
  if (table.values.empty())
    return fmt::format("{0} {1}() {{ {0} any = {{0}}; {2}return any; }}\n", type, stub.name, leave);
  return fmt::format(
      "{0} {1}() {{\n"
      "{2}"
      "  static unsigned int next;\n"
      "  const unsigned int at = begins[arges_trace()] + next++;\n"
      "  if (at < begins[arges_trace() + 1]) return values[at];\n"
      "  {3}return ({0})0;\n"
      "}}\n",
      type, stub.name, table.text(type), leave);
}

std::string stub_text(const ProgramInfo::Stub& stub, const std::vector<Returned>& runs,
                      PastEnd past_end) {
  switch (stub.kind) {
    case ProgramInfo::Stub::Kind::error:
      return fmt::format("{} {}() {{ arges_reached(); }}\n", stub.type, stub.name);
    case ProgramInfo::Stub::Kind::assume:
      return fmt::format("{} {}(int condition) {{ if (!condition) exit(0); }}\n", stub.type,
                         stub.name);
    case ProgramInfo::Stub::Kind::check:
      return fmt::format("{} {}(int condition) {{ if (!condition) arges_reached(); }}\n", stub.type,
                         stub.name);
    case ProgramInfo::Stub::Kind::ends:
      return fmt::format("{} {}() {{ exit(0); }}\n", stub.type, stub.name);
    case ProgramInfo::Stub::Kind::input:
      break;
  }
  return input_text(stub, table_of(runs, stub.name), past_end);
}

std::string scanf_text(const std::vector<Returned>& runs) {
  const Table counts = table_of(runs, "scanf_count");
  if (counts.values.empty()) return "";
  Table values = table_of(runs, "scanf");
  if (values.values.empty()) values.values.emplace_back("0");  // C has no empty array
  return fmt::format(
      "static int arges_scanf_count(void) {{\n"
      "{}"
      "  static unsigned int next;\n"
      "  const unsigned int at = begins[arges_trace()] + next++;\n"
      "  return at < begins[arges_trace() + 1] ? values[at] : -1;\n"
      "}}\n"
      "int scanf(const char *format, ...) {{\n"
      "{}"
      "  static unsigned int next;\n"
      "  int count = arges_scanf_count();\n"
      "  __builtin_va_list list;\n"
      "  __builtin_va_start(list, format);\n"
      "  for (int i = 0; i < count; i++)\n"
      "    *__builtin_va_arg(list, int *) = values[begins[arges_trace()] + next++];\n"
      "  __builtin_va_end(list);\n"
      "  return count;\n"
      "}}\n"
      "int __isoc99_scanf(const char *format, int *to) {{ return scanf(format, to); }}\n",
      counts.text("int"), values.text("int"));
}

/// All that a program only declares.
std::string definitions(const ProgramInfo& program, const std::vector<Returned>& runs,
                        PastEnd past_end) {
  std::string text = fmt::format(
      "static void arges_reached(void) {{\n"
      "  (void)arges_trace; /* nobody else may use it */\n"
      "  printf(\"arges: the error is reached\\n\");\n"
      "  exit({});\n"
      "}}\n",
      reached_code);
  for (const ProgramInfo::Stub& stub : program.stubs) text += stub_text(stub, runs, past_end);
  const bool has_assert =
      std::any_of(program.stubs.begin(), program.stubs.end(),
                  [](const auto& stub) { return stub.name == "__assert_fail"; });
  // How programs that define the error function themselves end in it.
  if (!has_assert)
    text +=
        "void __assert_fail(const char *a, const char *b, unsigned int c, const char *d) {\n"
        "  (void)a; (void)b; (void)c; (void)d;\n"
        "  arges_reached();\n}\n";
  return text + scanf_text(runs);
}

std::string caution_of(const std::vector<std::string>& unset) {
  if (unset.empty()) return "";
  return fmt::format(
      "   The run begins with values of its own for {}, which\n"
      "   the program does not set and this file can't.\n",
      fmt::join(unset, ", "));
}

}  // namespace

std::string c_harness(const model::Cfa& cfa, const analysis::ConcreteTrace& trace,
                      const std::string& property) {
  INVARIANT(cfa.program.has_value(), "the automaton should be made of a program");
  const ProgramInfo& program = *cfa.program;
  const std::string text = fmt::format(
      "/* {}: violates {}. Compile both and run: the sanitizer names an overflow, {} is the exit\n"
      "   code when an error function or a failing assertion is reached.\n"
      "   cc {} -w -fsanitize=undefined -fno-sanitize-recover=undefined {} THIS_FILE\n"
      "{}*/\n"
      "extern void exit(int);\n"
      "extern int printf(const char *, ...);\n"
      "static unsigned int arges_trace(void) {{ return 0; }}\n",
      program.path, property, reached_code, program.is_64_bit ? "-m64" : "-m32", program.path,
      caution_of(without_value(cfa, trace)));
  return text + definitions(program, {returned_along(trace, program)}, PastEnd::return_zero);
}

std::string c_harness(const TraceSet& set) {
  const model::Cfa& cfa = *set.subject.program;
  INVARIANT(cfa.program.has_value(), "the automaton should be made of a program");
  const ProgramInfo& program = *cfa.program;
  std::vector<Returned> runs;
  std::vector<std::string> unset;
  std::string list;
  for (std::size_t i = 0; i < set.size; ++i) {
    const analysis::ConcreteTrace trace = set.trace(i);
    runs.push_back(returned_along(trace, program));
    for (std::string& one : without_value(cfa, trace))
      if (std::find(unset.begin(), unset.end(), one) == unset.end()) unset.push_back(one);
    const ToldTrace steps = set.told(i);
    std::string inputs;
    for (const auto& [function, values] : runs.back())
      inputs += fmt::format("; {}: {}", function, fmt::join(values, ", "));
    list += fmt::format("     {}  ends at {}{}\n", i + 1,
                        fmt::join(steps.back().configuration, ", "), c_comment(inputs));
  }
  const std::string text = fmt::format(
      "/* Traces of {0}, made by arges. Compile both, and say which trace to run:\n"
      "     cc {1} -w {2} THIS_FILE -o program\n"
      "     ARGES_TRACE=2 ./program\n"
      "   The program ends where the trace does, as soon as it asks for one more input; {3} is "
      "the\n"
      "   exit code when an error function or a failing assertion is reached.\n"
      "{4}"
      "   Where the traces end, and what functions return along them:\n"
      "{5}*/\n"
      "extern void exit(int);\n"
      "extern int atoi(const char *);\n"
      "extern char *getenv(const char *);\n"
      "extern int printf(const char *, ...);\n"
      "static unsigned int arges_trace(void) {{\n"
      "  const char *text = getenv(\"ARGES_TRACE\");\n"
      "  const int number = text ? atoi(text) : 1;\n"
      "  if (number >= 1 && number <= {6}) return (unsigned int)number - 1;\n"
      "  printf(\"ARGES_TRACE should be a number from 1 to {6}\\n\");\n"
      "  exit(2);\n"
      "  return 0;\n"
      "}}\n",
      c_comment(set.model), program.is_64_bit ? "-m64" : "-m32", program.path, reached_code,
      caution_of(unset), list, set.size);
  return text + definitions(program, runs, PastEnd::exit);
}

}  // namespace arges::output
