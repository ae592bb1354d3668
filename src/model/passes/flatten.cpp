#include "model/passes/flatten.h"

namespace arges::model {

namespace {

using ir::Stmt;
using ir::StmtKind;
using Alternatives = std::vector<Stmt>;

/// Takes statements apart into the ways through them.
class Flattener {
 public:
  Flattener(ir::Context& context, std::size_t most) : context_(context), most_(most) {}

  /// Together they do what the statement does; more than allowed if there are that many.
  Alternatives ways(Stmt statement, std::size_t depth) const {
    switch (statement.kind()) {
      case StmtKind::choice:
        return depth == 0 ? Alternatives{statement} : ways_of_choice(statement, depth - 1);
      case StmtKind::if_:
        return depth == 0 ? Alternatives{statement} : ways_of_if(statement, depth - 1);
      case StmtKind::sequence:
        return ways_of_sequence(statement, depth);
      case StmtKind::local: {
        const std::span<const ir::Var> locals = statement.locals();
        Alternatives result;
        for (const Stmt body : ways(statement.child(0), depth))
          result.push_back(
              ir::local(context_, {locals.begin(), locals.end()}, body, statement.location()));
        return result;
      }
      default:
        return {statement};
    }
  }

 private:
  Alternatives ways_of_choice(Stmt statement, std::size_t depth) const {
    Alternatives result;
    for (const Stmt child : statement.children())
      for (const Stmt way : ways(child, depth)) result.push_back(way);
    return result;
  }

  Alternatives ways_of_if(Stmt statement, std::size_t depth) const {
    Alternatives result;
    const ir::Expr condition = statement.expr();
    for (const auto& [guard, child] : {std::pair(condition, statement.child(0)),
                                       std::pair(ir::not_(condition), statement.child(1))})
      for (const Stmt way : ways(child, depth))
        result.push_back(ir::sequence(context_, {ir::assume(guard, statement.location()), way},
                                      statement.location()));
    return result;
  }

  Alternatives ways_of_sequence(Stmt statement, std::size_t depth) const {
    std::vector<std::vector<Stmt>> prefixes{{}};
    for (const Stmt child : statement.children()) {
      Alternatives next = ways(child, depth);
      if (prefixes.size() * next.size() > most_) next = {child};
      std::vector<std::vector<Stmt>> longer;
      for (const std::vector<Stmt>& prefix : prefixes)
        for (const Stmt way : next) {
          longer.push_back(prefix);
          longer.back().push_back(way);
        }
      prefixes = std::move(longer);
    }
    Alternatives result;
    result.reserve(prefixes.size());
    for (const std::vector<Stmt>& parts : prefixes)
      result.push_back(ir::sequence(context_, parts, statement.location()));
    return result;
  }

  ir::Context& context_;
  std::size_t most_;
};

}  // namespace

void flatten_choices(BlockGraph& graph, std::size_t depth, std::size_t most_alternatives) {
  if (depth == 0) return;
  const Flattener flattener(graph.system().context(), most_alternatives);
  graph.split_statements([&](Stmt statement) {
    Alternatives ways = flattener.ways(statement, depth);
    return ways.size() > most_alternatives ? Alternatives{statement} : ways;
  });
}

}  // namespace arges::model
