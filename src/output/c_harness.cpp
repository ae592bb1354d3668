#include "output/c_harness.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "base/invariant.h"
#include "output/program_value.h"

namespace arges::output {

namespace {

using model::ProgramInfo;

/// What functions returned along a run, each in the order of its calls.
using Returned = std::map<std::string, std::vector<std::string>>;

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

std::string stub_text(const ProgramInfo::Stub& stub, const Returned& returned,
                      const std::string& type) {
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
  if (stub.type == "void") return fmt::format("void {}() {{}}\n", stub.name);
  const auto values = returned.find(stub.name);
  if (values == returned.end())
    return fmt::format("{0} {1}() {{ {0} any = {{0}}; return any; }}\n", type, stub.name);
  return fmt::format(
      "{0} {1}() {{\n"
      "  static const {0} values[] = {{{2}}};\n"
      "  static unsigned int next;\n"
      "  return next < {3} ? values[next++] : ({0})0;\n"
      "}}\n",
      type, stub.name, fmt::join(values->second, ", "), values->second.size());
}

}  // namespace

std::string c_harness(const model::Cfa& cfa, const analysis::ConcreteTrace& trace,
                      const std::string& property) {
  INVARIANT(cfa.program.has_value(), "the automaton should be made of a program");
  const ProgramInfo& program = *cfa.program;
  Returned returned = returned_along(trace, program);
  const std::vector<std::string> unset = without_value(cfa, trace);
  const std::string caution = unset.empty()
                                  ? ""
                                  : fmt::format(
                                        "   The run begins with values of its own for {}, which\n"
                                        "   the program does not set and this file can't.\n",
                                        fmt::join(unset, ", "));
  std::string text = fmt::format(
      "/* {}: violates {}. Compile both and run: the sanitizer names an overflow, {} is the exit\n"
      "   code when an error function or a failing assertion is reached.\n"
      "   cc {} -w -fsanitize=undefined -fno-sanitize-recover=undefined {} THIS_FILE\n"
      "{}*/\n"
      "extern void exit(int);\n"
      "extern int printf(const char *, ...);\n"
      "static void arges_reached(void) {{\n"
      "  printf(\"arges: the error is reached\\n\");\n"
      "  exit({});\n"
      "}}\n",
      program.path, property, reached_code, program.is_64_bit ? "-m64" : "-m32", program.path,
      caution, reached_code);
  for (const ProgramInfo::Stub& stub : program.stubs) text += stub_text(stub, returned, stub.type);
  const bool has_assert =
      std::any_of(program.stubs.begin(), program.stubs.end(),
                  [](const auto& stub) { return stub.name == "__assert_fail"; });
  // How programs that define the error function themselves end in it.
  if (!has_assert)
    text +=
        "void __assert_fail(const char *a, const char *b, unsigned int c, const char *d) {\n"
        "  arges_reached();\n}\n";
  if (returned.contains("scanf"))
    text += fmt::format(
        "int scanf(const char *format, ...) {{\n"
        "  static const int values[] = {{{}}}, counts[] = {{{}}};\n"
        "  static unsigned int next, call;\n"
        "  int count = call < {} ? counts[call++] : -1;\n"
        "  __builtin_va_list list;\n"
        "  __builtin_va_start(list, format);\n"
        "  for (int i = 0; i < count; i++) *__builtin_va_arg(list, int *) = values[next++];\n"
        "  __builtin_va_end(list);\n"
        "  return count;\n"
        "}}\n"
        "int __isoc99_scanf(const char *format, int *to) {{ return scanf(format, to); }}\n",
        fmt::join(returned["scanf"], ", "), fmt::join(returned["scanf_count"], ", "),
        returned["scanf_count"].size());
  return text;
}

}  // namespace arges::output
