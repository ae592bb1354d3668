#include "synth/sequential/program_text.h"

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::synth {

namespace {

using Expr = ProgramExpr;
using Condition = ProgramCondition;
using Statement = ProgramStatement;

enum class Language : std::uint8_t { c, java };

/// Writes the parts that both languages have, each in its way.
class ProgramWriter {
 public:
  ProgramWriter(Language language, const Program& program, const lts::ActionTable& table)
      : language_(language), program_(program), table_(table) {}

  std::string c() {
    text_ =
        "#include <stdio.h> \n#include <assert.h>\n#include <math.h>\n#include <stdlib.h>\n\n"
        "    extern void __VERIFIER_error(int);\n\n\t// inputs\n";
    text_ += fmt::format("\tint inputs[] = {{{}}};\n\n", joined_inputs());
    if (has_errors()) text_ += "\tvoid errorCheck();\n";
    text_ += "\tvoid calculate_output(int);\n";
    for (std::size_t i = 0; i < program_.functions.size(); ++i)
      text_ += fmt::format("\tvoid {}(int);\n", function_name(i));
    text_ += "\n";
    for (const Program::Table& one : program_.tables)
      text_ += fmt::format("\t int {}[] = {{{}}};\n", one.name, fmt::join(one.values, ","));
    text_ += "\t int cf = 1;\n";
    for (const Program::Variable& variable : program_.variables)
      text_ += fmt::format("\t int {}{} = {};\n", variable.kind == Kind::array ? "*" : "",
                           variable.name, value_text(variable, variable.initial));
    text_ += "\n";
    if (has_errors()) write_function("\tvoid errorCheck() {\n", program_.error_check);
    for (std::size_t i = 0; i < program_.functions.size(); ++i)
      write_function(fmt::format(" void {}(int input) {{\n", function_name(i)),
                     program_.functions[i]);
    text_ += "\n void calculate_output(int input) {\n        cf = 1;\n\n";
    write(program_.rules, 1);
    if (has_errors()) text_ += "    errorCheck();\n";
    text_ += "\n    if( cf==1 ) \n    \tfprintf(stderr, \"Invalid input: %d\\n\", input); \n}\n\n";
    write_c_main();
    return std::move(text_);
  }

  std::string java(const std::string& class_name) {
    text_ =
        "import java.io.BufferedReader;\nimport java.io.InputStreamReader;\n\n"
        "public class " +
        class_name +
        " {\n\tstatic BufferedReader stdin = new BufferedReader(new "
        "InputStreamReader(System.in));\n\n";
    text_ += fmt::format("\tprivate String[] inputs = {{{}}};\n\n", joined_inputs());
    for (const Program::Table& one : program_.tables)
      text_ += fmt::format("\tpublic int[] {} = {{{}}};\n", one.name, fmt::join(one.values, ","));
    text_ += "\tpublic boolean cf = true;\n";
    for (const Program::Variable& variable : program_.variables)
      text_ += fmt::format("\tpublic {} {} = {};\n",
                           variable.kind == Kind::array  ? "int[]"
                           : variable.kind == Kind::text ? "String"
                                                         : "int",
                           variable.name, value_text(variable, variable.initial));
    text_ += "\n";
    if (has_errors()) write_function("\tprivate void errorCheck() {\n", program_.error_check);
    for (std::size_t i = 0; i < program_.functions.size(); ++i)
      write_function(fmt::format("private  void {}(String input) {{\n", function_name(i)),
                     program_.functions[i]);
    text_ += "\npublic  void calculateOutput(String input) {\n \tcf = true;\n";
    write(program_.rules, 1);
    if (has_errors()) text_ += "\n    errorCheck();\n";
    text_ +=
        "    if(cf)\n    \tthrow new IllegalArgumentException(\"Current state has no transition "
        "for this input!\");\n}\n\n\n";
    write_java_main(class_name);
    return std::move(text_);
  }

 private:
  using Kind = Program::Variable::Kind;

  bool is_c() const { return language_ == Language::c; }
  bool has_errors() const { return !program_.error_check.empty(); }
  std::string function_name(std::size_t number) const {
    return fmt::format("{}{}", is_c() ? "calculate_outputm" : "calculateOutputm", number + 1);
  }
  std::string letter(lts::ActionId action) const {
    const std::string& name = table_.name(action);
    return is_c() ? fmt::format("{}", letter_number(name)) : fmt::format("\"{}\"", name[1]);
  }
  std::string joined_inputs() const {
    std::string result;
    for (const lts::ActionId input : program_.inputs)
      result += (result.empty() ? "" : ",") + letter(input);
    return result;
  }

  void write_function(const std::string& head, const std::vector<Statement>& body) {
    text_ += head;
    write(body, 1);
    text_ += "}\n";
  }

  void write(const std::vector<Statement>& statements, std::size_t depth) {
    for (const Statement& statement : statements) write(statement, depth);
  }

  void write(const Statement& statement, std::size_t depth) {
    const std::string indent = "    " + std::string(depth - 1, '\t');
    text_ += indent;
    switch (statement.op) {
      case Statement::Op::assign:
        write_assignment(program_.variables[statement.subject], statement.value);
        return;
      case Statement::Op::answer:
        text_ += is_c() ? "cf = 0;\n" : "cf = false;\n";
        return;
      case Statement::Op::output:
        text_ += is_c() ? fmt::format(" printf(\"%d\\n\", {}); fflush(stdout); \n",
                                      letter(statement.letter))
                        : fmt::format("System.out.println({});\n", letter(statement.letter));
        return;
      case Statement::Op::call:
        text_ += fmt::format("{}(input);\n", function_name(statement.subject));
        return;
      case Statement::Op::error:
        text_ +=
            fmt::format("{}__VERIFIER_error({});\n", is_c() ? "" : "Errors.", statement.subject);
        return;
      case Statement::Op::when:
        text_ += fmt::format("if({}) {{\n", text(statement.condition));
        write(statement.body, depth + 1);
        text_ += indent + "} ";
        if (!statement.otherwise.empty()) {
          text_ += "else {\n";
          write(statement.otherwise, depth + 1);
          text_ += indent + "} ";
        }
        text_ += "\n";
        return;
    }
    UNREACHABLE("a statement should be known");
  }

  void write_assignment(const Program::Variable& variable, const Expr& value) {
    const bool is_value = variable.kind == Kind::array || is_string(variable);
    INVARIANT(!is_value || value.op == Expr::Op::constant,
              "nothing should be computed for what is no number");
    text_ += fmt::format("{} = {};\n", variable.name,
                         is_value ? value_text(variable, value.value) : text(value));
  }

  bool is_string(const Program::Variable& variable) const {
    return !is_c() && variable.kind == Kind::text;
  }

  /// As what a variable of this kind is initialized by and assigned.
  std::string value_text(const Program::Variable& variable, std::int64_t value) const {
    if (variable.kind == Kind::array)
      return program_.tables[variable.arrays[static_cast<std::size_t>(value)]].name;
    if (!is_string(variable)) return fmt::format("{}", value);
    return fmt::format("\"{}\"", static_cast<char>('e' + (value - 32)));
  }

  std::string text(const Condition& condition) const {
    using Op = Condition::Op;
    switch (condition.op) {
      case Op::all:
      case Op::any: {
        std::string result;
        for (const Condition& part : condition.parts)
          result += (result.empty() ? "" : condition.op == Op::all ? " && " : " || ") + text(part);
        return "(" + result + ")";
      }
      case Op::no:
        return "!(" + text(condition.parts.front()) + ")";
      case Op::equal:
        return compared(condition, "==");
      case Op::at_most:
        return compared(condition, "<=");
      case Op::less:
        return compared(condition, "<");
      case Op::unanswered:
        return is_c() ? " cf==1 " : "cf";
      case Op::input_is:
        return is_c() ? fmt::format("(input == {})", letter(condition.input))
                      : fmt::format("(input.equals({}))", letter(condition.input));
    }
    UNREACHABLE("a condition should be known");
  }

  std::string compared(const Condition& condition, const char* sign) const {
    const Expr& first = condition.operands[0];
    if (first.op == Expr::Op::variable && is_string(program_.variables[first.subject]))
      return fmt::format(
          "({}.equals({}))", text(first),
          value_text(program_.variables[first.subject], condition.operands[1].value));
    const std::string result =
        fmt::format("{} {} {}", text(condition.operands[0]), sign, text(condition.operands[1]));
    return is_c() && condition.op == Condition::Op::equal ? result : "(" + result + ")";
  }

  std::string text(const Expr& expr) const {
    using Op = Expr::Op;
    const auto binary = [&](const char* sign) {
      return fmt::format("({} {} {})", text(expr.operands[0]), sign, text(expr.operands[1]));
    };
    switch (expr.op) {
      case Op::constant:
        return fmt::format("{}", expr.value);
      case Op::variable:
        return program_.variables[expr.subject].name;
      case Op::entry:
        return fmt::format("{}[{}]", program_.tables[expr.subject].name, text(expr.operands[0]));
      case Op::element:
        return fmt::format("{}[{}]", program_.variables[expr.subject].name, text(expr.operands[0]));
      case Op::add:
        return binary("+");
      case Op::subtract:
        return binary("-");
      case Op::multiply:
        return binary("*");
      case Op::divide:
        return binary("/");
      case Op::remainder:
        return binary("%");
    }
    UNREACHABLE("an expression should be known");
  }

  /// As RERS has it, but for the initial value: at the end of the input there is no letter, and the
  /// program returns as for any other number. RERS's programs read what is not initialized there.
  void write_c_main() {
    std::string known;
    for (const lts::ActionId input : program_.inputs)
      known += fmt::format("{}(input != {})", known.empty() ? "" : " && ", letter(input));
    text_ += fmt::format(
        "int main()\n{{\n    // main i/o-loop\n    while(1)\n    {{\n        // read input\n"
        "        int input = 0;\n        scanf(\"%d\", &input);        \n"
        "        // operate eca engine\n        if({})\n          return -2;\n"
        "        calculate_output(input);\n    }}\n}}\n",
        known);
  }

  void write_java_main(const std::string& class_name) {
    std::string unknown;
    for (const lts::ActionId input : program_.inputs)
      unknown += fmt::format("{}(!input.equals({}))", unknown.empty() ? "" : " && ", letter(input));
    text_ += fmt::format(
        "public static void main(String[] args) throws Exception {{\n"
        "\t// init system and input reader\n\t{0} eca = new {0}();\n\n"
        "\t// main i/o-loop\n\twhile(true) {{\n\t\t//read input\n"
        "\t\tString input = stdin.readLine();\n\t\tif(input == null || ({1}))\n\t\t\treturn;\n"
        "\t\ttry {{\n\t\t\t//operate eca engine output = \n\t\t\teca.calculateOutput(input);\n"
        "\t\t}} catch(IllegalArgumentException e) {{\n"
        "\t\t\tSystem.err.println(\"Invalid input: \" + e.getMessage());\n\t\t}}\n\t}}\n}}\n}}\n",
        class_name, unknown);
  }

  Language language_;
  const Program& program_;
  const lts::ActionTable& table_;
  std::string text_;
};

}  // namespace

int letter_number(const std::string& action) {
  INVARIANT(action.size() == 2 && action[1] >= 'A' && action[1] <= 'Z',
            "an action of a program should be a letter");
  return action[1] - 'A' + 1;
}

std::string c_text(const Program& program, const lts::ActionTable& table) {
  return ProgramWriter(Language::c, program, table).c();
}

std::string java_text(const Program& program, const lts::ActionTable& table,
                      const std::string& class_name) {
  return ProgramWriter(Language::java, program, table).java(class_name);
}

std::string c_errors_text() {
  return "// For those who run the program: an error is told, and ends it.\n"
         "#include <stdio.h>\n#include <stdlib.h>\n\n"
         "void __VERIFIER_error(int number) {\n"
         "    fprintf(stderr, \"error_%d\\n\", number);\n    exit(1);\n}\n";
}

std::string java_errors_text() {
  return "// For those who run the program: an error is told, and ends it.\n"
         "public class Errors {\n\tpublic static void __VERIFIER_error(int number) {\n"
         "\t\tSystem.err.println(\"error_\" + number);\n\t\tSystem.out.flush();\n"
         "\t\tSystem.exit(1);\n\t}\n}\n";
}

}  // namespace arges::synth
