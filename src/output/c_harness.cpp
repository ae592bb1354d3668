#include "output/c_harness.h"

#include <algorithm>
#include <array>
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

void collect(const ir::Stmt& statement, const ProgramInfo& program, const ir::Valuation& after,
             Returned& result) {
  if (statement.kind() == ir::StmtKind::havoc) {
    const auto input = program.inputs.find(statement.var());
    if (input != program.inputs.end())
      result[input->second.function].push_back(
          c_literal(after.get(statement.var()), statement.var()->type, input->second.type));
  }
  for (const ir::Stmt& child : statement.children()) collect(child, program, after, result);
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
  Returned returned;
  for (const analysis::ConcreteStep& step : trace.steps)
    collect(step.action->statement, program, step.state, returned);

  std::string text = fmt::format(
      "/* {}: violates {}. Compile both and run: the sanitizer names an overflow, {} is the exit\n"
      "   code when an error function or a failing assertion is reached.\n"
      "   cc {} -w -fsanitize=undefined -fno-sanitize-recover=undefined {} THIS_FILE\n"
      "*/\n"
      "extern void exit(int);\n"
      "extern int printf(const char *, ...);\n"
      "static void arges_reached(void) {{\n"
      "  printf(\"arges: the error is reached\\n\");\n"
      "  exit({});\n"
      "}}\n",
      program.path, property, reached_code, program.is_64_bit ? "-m64" : "-m32", program.path,
      reached_code);
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
