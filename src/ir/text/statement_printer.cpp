// Writes statements in the core dialect, so that parse_statement reads them back.
#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/context.h"
#include "ir/text/names.h"

namespace arges::ir {

namespace {

std::string block(Stmt body) {
  return body.kind() == StmtKind::skip ? "{}" : fmt::format("{{ {} }}", body.to_string());
}

std::string joined(std::span<const Stmt> statements, std::string_view between,
                   std::string (*show)(Stmt)) {
  std::string result;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (i > 0) result += between;
    result += show(statements[i]);
  }
  return result;
}

}  // namespace

std::string Stmt::to_string() const {
  switch (kind()) {
    case StmtKind::skip:
      return "{}";
    case StmtKind::assign:
      return fmt::format("{} := {}", quoted_name(var()->name), expr().to_string());
    case StmtKind::assume:
      return fmt::format("assume {}", expr().to_string());
    case StmtKind::havoc:
      return fmt::format("havoc {}", quoted_name(var()->name));
    case StmtKind::sequence:
      return joined(children(), "; ", [](Stmt s) { return s.to_string(); });
    case StmtKind::choice:
      return "choice " + joined(children(), " or ", block);
    case StmtKind::if_: {
      const std::string then = fmt::format("if ({}) {}", expr().to_string(), block(child(0)));
      return child(1).kind() == StmtKind::skip ? then
                                               : fmt::format("{} else {}", then, block(child(1)));
    }
    case StmtKind::loop:
      return fmt::format("for {} from {} to {} do {}", quoted_name(var()->name), expr().to_string(),
                         bound().to_string(), block(child(0)));
    case StmtKind::local: {
      std::string result = "{ ";
      for (const Var v : locals())
        result += fmt::format("local var {} : {}; ", quoted_name(v->name), v->type.to_string());
      if (child(0).kind() != StmtKind::skip) result += child(0).to_string() + " ";
      return result + "}";
    }
  }
  UNREACHABLE("a statement should be of some kind");
}

}  // namespace arges::ir
