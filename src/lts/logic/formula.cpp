#include "lts/logic/formula.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/syntax/quoted.h"

namespace arges::lts {

FormulaId Formulas::add(Node node) {
  const auto [found, is_new] =
      numbers_.try_emplace(std::move(node), static_cast<FormulaId>(nodes_.size()));
  if (is_new) nodes_.push_back(found->first);
  return found->second;
}

FormulaId Formulas::negation(FormulaId operand) {
  if (nodes_[operand].kind == FormulaKind::negation) return nodes_[operand].operands.front();
  return add({FormulaKind::negation, tau, {operand}});
}

FormulaId Formulas::conjunction(std::vector<FormulaId> operands) {
  std::sort(operands.begin(), operands.end());
  operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
  if (operands.empty()) return truth();
  if (operands.size() == 1) return operands.front();
  return add({FormulaKind::conjunction, tau, std::move(operands)});
}

FormulaId Formulas::disjunction(std::vector<FormulaId> operands) {
  std::sort(operands.begin(), operands.end());
  operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
  if (operands.empty()) return add({FormulaKind::falsity, tau, {}});
  if (operands.size() == 1) return operands.front();
  return add({FormulaKind::disjunction, tau, std::move(operands)});
}

std::vector<FormulaId> parts_of(const Formulas& formulas, FormulaId root) {
  std::vector<bool> present(root + std::size_t{1}, false);
  present[root] = true;
  for (FormulaId id = root + 1; id-- > 0;)
    if (present[id])
      for (const FormulaId operand : formulas[id].operands) present[operand] = true;
  std::vector<FormulaId> result;
  for (FormulaId id = 0; id <= root; ++id)
    if (present[id]) result.push_back(id);
  return result;
}

namespace {

/// Writes a formula, and the definitions of what occurs more than once.
class Printer {
 public:
  Printer(const Formulas& formulas, FormulaId root, const ActionTable& table)
      : formulas_(formulas), table_(table), texts_(root + std::size_t{1}) {}

  std::string print(FormulaId root) {
    const std::vector<FormulaId> parts = parts_of(formulas_, root);
    std::vector<std::uint32_t> uses(root + std::size_t{1}, 0);
    for (const FormulaId id : parts)
      for (const FormulaId operand : formulas_[id].operands) ++uses[operand];
    std::string definitions;
    int names = 0;
    for (const FormulaId id : parts) {
      std::string text = own_text(id);
      constexpr std::size_t short_text = 16;
      if (uses[id] > 1 && text.size() > short_text) {
        const std::string name = fmt::format("X{}", ++names);
        definitions += fmt::format("{} {} = {}", names == 1 ? " where" : ",", name, text);
        texts_[id] = {name, true};
      } else {
        texts_[id] = {std::move(text), is_tight(formulas_[id].kind)};
      }
    }
    return texts_[root].text + definitions;
  }

 private:
  struct Text {
    std::string text;
    bool tight = true;  ///< needs no brackets as an operand
  };

  static bool is_tight(FormulaKind kind) {
    return kind != FormulaKind::conjunction && kind != FormulaKind::disjunction &&
           kind != FormulaKind::until;
  }
  std::string operand(FormulaId id) const {
    return texts_[id].tight ? texts_[id].text : "(" + texts_[id].text + ")";
  }
  std::string action(ActionId id) const {
    const std::string& name = table_.name(id);
    if (id == tau) return "tau";
    const bool plain = !name.empty() && name != "tau" && name != "i" &&
                       std::all_of(name.begin(), name.end(), [](unsigned char c) {
                         return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '!' ||
                                c == '?' || c == '-' || c >= 0x80;
                       });
    return plain ? name : syntax::quoted(name);
  }
  std::string joined(const std::vector<FormulaId>& operands, const char* mark) const {
    std::string result;
    for (const FormulaId id : operands) result += (result.empty() ? "" : mark) + operand(id);
    return result;
  }
  std::string own_text(FormulaId id) const {
    const Formulas::Node& node = formulas_[id];
    const auto first = [&] { return operand(node.operands[0]); };
    const std::string weak = node.action == tau ? "" : action(node.action);
    switch (node.kind) {
      case FormulaKind::truth:
        return "true";
      case FormulaKind::falsity:
        return "false";
      case FormulaKind::negation:
        return "!" + first();
      case FormulaKind::conjunction:
        return joined(node.operands, " & ");
      case FormulaKind::disjunction:
        return joined(node.operands, " | ");
      case FormulaKind::diamond:
        return fmt::format("<{}>{}", action(node.action), first());
      case FormulaKind::box:
        return fmt::format("[{}]{}", action(node.action), first());
      case FormulaKind::weak_diamond:
        return fmt::format("<<{}>>{}", weak, first());
      case FormulaKind::weak_box:
        return fmt::format("[[{}]]{}", weak, first());
      case FormulaKind::until:
        break;
    }
    return fmt::format("{} {{{}}} {}", first(), action(node.action), operand(node.operands[1]));
  }

  const Formulas& formulas_;
  const ActionTable& table_;
  std::vector<Text> texts_;
};

}  // namespace

std::string to_string(const Formulas& formulas, FormulaId root, const ActionTable& table) {
  return Printer(formulas, root, table).print(root);
}

}  // namespace arges::lts
