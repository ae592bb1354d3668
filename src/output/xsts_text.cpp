#include "output/xsts_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/error.h"

namespace arges::output {

namespace {

using ir::Op;
using ir::StmtKind;
using model::statechart::LoweredStep;
using model::statechart::Lowering;
using model::statechart::Phase;
using model::statechart::Place;

constexpr std::array keywords = {
    "type", "ctrl", "var",   "trans",  "init",    "env",     "prop",    "local", "havoc", "assume",
    "or",   "for",  "from",  "to",     "do",      "then",    "else",    "if",    "iff",   "xor",
    "rem",  "true", "false", "choice", "default", "boolean", "integer", "phase", "Phase",
};

/// Names that the language can write, each for one thing.
class Names {
 public:
  std::string unique(std::string_view wanted) {
    std::string name;
    for (const char c : wanted) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0)
      name.insert(0, "_");
    if (name.starts_with("temp")) name.insert(0, "_");
    const bool is_keyword = std::find(keywords.begin(), keywords.end(), name) != keywords.end();
    if (is_keyword) name += "_";
    while (!taken_.insert(name).second) name += "_";
    return name;
  }

 private:
  std::set<std::string> taken_;
};

/// Writes one system.
class XstsWriter {
 public:
  XstsWriter(const Lowering& chart, const XstsProperty& property)
      : chart_(chart), property_(property) {}

  std::string write() {
    // What is used is known once the sections are written.
    for (const ir::Var var : chart_.layout().variables()) declare_type(var->type);
    const std::string places = place_type();
    std::string variables;
    for (const ir::Var var : chart_.layout().variables())
      names_of_.emplace(var, names_.unique(var->name));
    const auto& control = chart_.layout().control_variables();
    for (const ir::Var var : chart_.layout().variables()) {
      const bool is_control = std::find(control.begin(), control.end(), var) != control.end();
      variables += fmt::format("{}var {} : {}\n", is_control ? "ctrl " : "", names_of_.at(var),
                               type(var->type));
    }
    const std::string sections = trans() + init() + "env {\n}\n" + prop();
    std::string types;
    for (const ir::Type one : types_)
      types += fmt::format("type {} : {{ {} }}\n", type_names_.at(one.id()),
                           fmt::join(literals_.at(one.id()), ", "));
    return types + places + variables + "ctrl var phase : Phase\n" + sections;
  }

 private:
  [[noreturn]] static void refuse(const std::string& what) {
    throw UsageError(fmt::format("XSTS has no {}", what));
  }

  void declare_type(ir::Type type) {
    if (type.is_array()) {
      declare_type(type.index());
      declare_type(type.element());
    }
    if (!type.is_enum() || type_names_.contains(type.id())) return;
    type_names_.emplace(type.id(), names_.unique(type.name()));
    std::vector<std::string>& literals = literals_[type.id()];
    for (const std::string& literal : type.literals())
      literals.push_back(names_.unique(fmt::format("{}_{}", type.name(), literal)));
    types_.push_back(type);
  }

  std::string place_type() {
    std::vector<std::string> names;
    for (const Place& place : chart_.places()) {
      place_names_.emplace(
          place, names_.unique(fmt::format("at_{}", to_string(chart_.layout().system(), place))));
      names.push_back(place_names_.at(place));
    }
    return fmt::format("type Phase : {{ {} }}\n", fmt::join(names, ", "));
  }

  std::string type(ir::Type type) {
    if (type.is_bool()) return "boolean";
    if (type.is_int()) return "integer";
    if (type.is_array())
      return fmt::format("[{}] -> {}", this->type(type.index()), this->type(type.element()));
    if (!type.is_enum()) refuse(fmt::format("type like {}", type.to_string()));
    declare_type(type);
    return type_names_.at(type.id());
  }

  std::string trans() {
    std::string result = "trans ";
    for (std::size_t i = 0; i < chart_.steps().size(); ++i) {
      const LoweredStep& step = chart_.steps()[i];
      result += fmt::format("{}{{\n  // {}\n  assume phase == {};\n{}  phase := {};\n}}",
                            i == 0 ? "" : " or ", one_line(step.label), place_names_.at(step.from),
                            statement(step.statement, 1), place_names_.at(step.to));
    }
    if (chart_.steps().empty()) result += "{\n}";
    return result + "\n";
  }

  std::string init() {
    return fmt::format("init {{\n  assume {};\n  phase := {};\n}}\n",
                       expression(chart_.layout().initial_condition()),
                       place_names_.at(Place{Phase::start, 0}));
  }

  std::string prop() {
    if (!property_.invariant) return "";
    std::string result;
    if (!property_.comment.empty()) result += fmt::format("// {}\n", one_line(property_.comment));
    std::vector<std::string> ways{expression(property_.invariant)};
    for (const Place& place : chart_.places()) {
      const bool is_checked = property_.check_points == Lowering::CheckPoints::all
                                  ? place != Place{Phase::start, 0}
                                  : model::statechart::is_stable(place);
      if (!is_checked) ways.push_back(fmt::format("phase == {}", place_names_.at(place)));
    }
    return result + fmt::format("prop {{\n  {}\n}}\n", fmt::join(ways, " || "));
  }

  static std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

  const std::string& name(ir::Var var) {
    const auto found = names_of_.find(var);
    if (found != names_of_.end()) return found->second;
    return names_of_.emplace(var, names_.unique(var->name)).first->second;
  }

  // Every operand that is no name or number stands in brackets.
  std::string operand(ir::Expr expr) {
    const std::string text = expression(expr);
    const bool is_plain = std::all_of(
        text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    return is_plain ? text : fmt::format("({})", text);
  }
  std::string joined(ir::Expr expr, std::string_view sign) {
    std::string result;
    for (const ir::Expr child : expr.children())
      result +=
          fmt::format("{}{}", result.empty() ? "" : fmt::format(" {} ", sign), operand(child));
    return result;
  }

  std::string literal(ir::Value value, ir::Type type) {
    if (type.is_enum()) {
      declare_type(type);
      return literals_.at(type.id())[static_cast<std::size_t>(value.as_small())];
    }
    if (type.is_bool() || type.is_int()) return ir::to_string(value, type);
    if (type.is_array()) return array_literal(value.as_big().array, type);
    refuse(fmt::format("literals of type {}", type.to_string()));
  }

  std::string array_literal(const ir::ArrayValue& array, ir::Type type) {
    std::string entries;
    for (const auto& [index, element] : array.entries)
      entries +=
          fmt::format("{} <- {}, ", entry(index, type.index()), entry(element, type.element()));
    return array_of(type, entries, entry(array.fallback, type.element()));
  }
  /// The index type is written, as nothing around need tell it.
  std::string array_of(ir::Type type, const std::string& entries, const std::string& fallback) {
    return fmt::format("[{}<{}>default <- {}]", entries, this->type(type.index()), fallback);
  }
  /// Short names of literals are for where something else tells their type.
  std::string entry(ir::Value value, ir::Type type) {
    const std::string text = literal(value, type);
    return type.is_enum() ? fmt::format("{}.{}", type_names_.at(type.id()), text) : text;
  }
  std::string entry(ir::Expr expr) {
    return expr.op() == Op::literal ? entry(expr.value(), expr.type()) : expression(expr);
  }

  std::string expression(ir::Expr expr) {
    switch (expr.op()) {
      case Op::literal:
        return literal(expr.value(), expr.type());
      case Op::variable:
        return name(expr.var());
      case Op::not_:
        return "!" + operand(expr.children()[0]);
      case Op::and_:
        return joined(expr, "&&");
      case Op::or_:
        return joined(expr, "||");
      case Op::eq:
        return joined(expr, expr.children()[0].type().is_bool() ? "iff" : "==");
      case Op::ite:
        return fmt::format("if {} then {} else {}", operand(expr.children()[0]),
                           operand(expr.children()[1]), operand(expr.children()[2]));
      case Op::add:
        return joined(expr, "+");
      case Op::mul:
        return joined(expr, "*");
      case Op::lt:
        return joined(expr, "<");
      case Op::le:
        return joined(expr, "<=");
      case Op::div:
        return joined(expr, "/");
      case Op::mod:
        return joined(expr, "%");
      case Op::rem:
        return joined(expr, "rem");
      case Op::const_array:
        return array_of(expr.type(), "", entry(expr.children()[0]));
      case Op::select:
        return fmt::format("{}[{}]", operand(expr.children()[0]), entry(expr.children()[1]));
      case Op::store:
        return fmt::format("{}[{} <- {}]", operand(expr.children()[0]), entry(expr.children()[1]),
                           entry(expr.children()[2]));
      default:
        refuse(fmt::format("way to write '{}'", expr.to_string()));
    }
  }

  std::string statement(ir::Stmt statement, std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    const auto block = [&](ir::Stmt child) {
      return fmt::format("{{\n{}{}}}", this->statement(child, depth + 1), indent);
    };
    std::string result;
    switch (statement.kind()) {
      case StmtKind::skip:
        return "";
      case StmtKind::assign:
        return fmt::format("{}{} := {};\n", indent, name(statement.var()),
                           expression(statement.expr()));
      case StmtKind::assume:
        return fmt::format("{}assume {};\n", indent, expression(statement.expr()));
      case StmtKind::havoc:
        return fmt::format("{}havoc {};\n", indent, name(statement.var()));
      case StmtKind::sequence:
        for (const ir::Stmt child : statement.children()) result += this->statement(child, depth);
        return result;
      case StmtKind::choice:
        for (const ir::Stmt child : statement.children())
          result += (result.empty() ? indent + "choice " : " or ") + block(child);
        return result + "\n";
      case StmtKind::if_:
        return fmt::format("{}if ({}) {} else {}\n", indent, expression(statement.expr()),
                           block(statement.child(0)), block(statement.child(1)));
      case StmtKind::loop:
        return fmt::format("{}for {} from {} to {} do {}\n", indent, name(statement.var()),
                           expression(statement.expr()), expression(statement.bound()),
                           block(statement.child(0)));
      case StmtKind::local:
        for (const ir::Var var : statement.locals())
          result += fmt::format("{}  local var {} : {};\n", indent, name(var), type(var->type));
        return fmt::format("{}{{\n{}{}{}}}\n", indent, result,
                           this->statement(statement.child(0), depth + 1), indent);
    }
    return result;
  }

  struct DeclaredBefore {
    bool operator()(ir::Var a, ir::Var b) const { return ir::declared_before(a, b); }
  };

  const Lowering& chart_;
  const XstsProperty& property_;
  Names names_;
  std::vector<ir::Type> types_;
  std::map<std::uint32_t, std::string> type_names_;  ///< by Type::id
  std::map<std::uint32_t, std::vector<std::string>> literals_;
  std::map<Place, std::string> place_names_;
  std::map<ir::Var, std::string, DeclaredBefore> names_of_;
};

}  // namespace

std::string xsts_text(const Lowering& chart, const XstsProperty& property) {
  return XstsWriter(chart, property).write();
}

}  // namespace arges::output
