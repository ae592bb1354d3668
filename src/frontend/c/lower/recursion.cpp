#include "frontend/c/lower/recursion.h"

#include <map>
#include <vector>

#include "frontend/c/syntax/visit.h"

namespace arges::frontend::c {

Recursion::Recursion(const Program& program) {
  std::map<const Function*, std::set<const Function*>> calls;
  std::set<const Function*> pointed_at;
  for (const Function& function : program.functions)
    for_each_expression(function.body, [&](const Expr& expression) {
      if (expression.kind != ExprKind::call) return;
      if (const Function* callee = named_function(expression.child(0)))
        calls[&function].insert(callee);
      else
        pointed_at.insert(&function);  // may call anything
    });
  for (const Function& function : program.functions) {
    if (!calls[&function].contains(&function)) continue;
    // Whatever else it calls must not lead back to it.
    bool is_simple = !pointed_at.contains(&function);
    std::set<const Function*> seen;
    std::vector<const Function*> open(calls[&function].begin(), calls[&function].end());
    while (!open.empty() && is_simple) {
      const Function* at = open.back();
      open.pop_back();
      if (at == &function || !seen.insert(at).second) continue;
      is_simple = !pointed_at.contains(at) && !calls[at].contains(&function);
      open.insert(open.end(), calls[at].begin(), calls[at].end());
    }
    if (is_simple) simple_.insert(&function);
  }
}

}  // namespace arges::frontend::c
