#include "base/invariant.h"
#include "frontend/c/clang/reader.h"

namespace arges::frontend::c {

const Stmt* ProgramReader::keep(Stmt statement) {
  program_->statements.push_back(std::move(statement));
  return &program_->statements.back();
}

Stmt ProgramReader::make_statement(StmtKind kind, CXCursor cursor) {
  return {.kind = kind, .location = unit_.start(cursor)};
}

const Stmt* ProgramReader::unsupported_statement(CXCursor cursor, std::string what) {
  Stmt result = make_statement(StmtKind::unsupported, cursor);
  result.label = std::move(what);
  return keep(std::move(result));
}

const Stmt* ProgramReader::statement(CXCursor cursor) {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  if (clang_isExpression(kind) != 0) {
    Stmt result = make_statement(StmtKind::expression, cursor);
    result.expr = expression(cursor);
    return keep(std::move(result));
  }
  const std::vector<CXCursor> parts = children(cursor);
  switch (kind) {
    case CXCursor_NullStmt:
      return keep(make_statement(StmtKind::null, cursor));
    case CXCursor_CompoundStmt: {
      Stmt result = make_statement(StmtKind::compound, cursor);
      for (const CXCursor part : parts) result.children.push_back(statement(part));
      return keep(std::move(result));
    }
    case CXCursor_DeclStmt:
      return declarations(cursor, parts);
    case CXCursor_IfStmt: {
      Stmt result = make_statement(StmtKind::if_, cursor);
      result.expr = expression(parts.at(0));
      result.children.push_back(statement(parts.at(1)));
      if (parts.size() > 2) result.children.push_back(statement(parts[2]));
      return keep(std::move(result));
    }
    case CXCursor_WhileStmt:
    case CXCursor_SwitchStmt: {
      Stmt result =
          make_statement(kind == CXCursor_WhileStmt ? StmtKind::while_ : StmtKind::switch_, cursor);
      result.expr = expression(parts.at(0));
      result.children.push_back(statement(parts.at(1)));
      return keep(std::move(result));
    }
    case CXCursor_DoStmt: {
      Stmt result = make_statement(StmtKind::do_, cursor);
      result.children.push_back(statement(parts.at(0)));
      result.expr = expression(parts.at(1));
      return keep(std::move(result));
    }
    case CXCursor_ForStmt:
      return for_statement(cursor, parts);
    case CXCursor_CaseStmt: {
      Stmt result = make_statement(StmtKind::case_, cursor);
      const auto low = constant_value(parts.at(0));
      const auto high = parts.size() == 3 ? constant_value(parts[1]) : low;
      if (!low || !high) return unsupported_statement(cursor, "this case label");
      result.low = *low;
      result.high = *high;
      result.children.push_back(statement(parts.back()));
      return keep(std::move(result));
    }
    case CXCursor_DefaultStmt: {
      Stmt result = make_statement(StmtKind::default_, cursor);
      result.children.push_back(statement(parts.at(0)));
      return keep(std::move(result));
    }
    case CXCursor_LabelStmt: {
      Stmt result = make_statement(StmtKind::label, cursor);
      result.label = take(clang_getCursorSpelling(cursor));
      for (const CXCursor part : parts)
        if (clang_isAttribute(clang_getCursorKind(part)) == 0)
          result.children.push_back(statement(part));
      return keep(std::move(result));
    }
    case CXCursor_GotoStmt: {
      Stmt result = make_statement(StmtKind::goto_, cursor);
      result.label = take(clang_getCursorSpelling(parts.at(0)));
      return keep(std::move(result));
    }
    case CXCursor_BreakStmt:
      return keep(make_statement(StmtKind::break_, cursor));
    case CXCursor_ContinueStmt:
      return keep(make_statement(StmtKind::continue_, cursor));
    case CXCursor_ReturnStmt: {
      Stmt result = make_statement(StmtKind::return_, cursor);
      if (!parts.empty()) result.expr = expression(parts[0]);
      return keep(std::move(result));
    }
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
      return unsupported_statement(cursor, "assembly code");
    case CXCursor_IndirectGotoStmt:
      return unsupported_statement(cursor, "a goto to a computed label");
    default:
      break;
  }
  // An attribute before a statement.
  if (kind == CXCursor_UnexposedStmt && !parts.empty() &&
      clang_isAttribute(clang_getCursorKind(parts.back())) == 0)
    return statement(parts.back());
  return unsupported_statement(cursor, take(clang_getCursorKindSpelling(kind)));
}

const Stmt* ProgramReader::declarations(CXCursor cursor, const std::vector<CXCursor>& parts) {
  Stmt result = make_statement(StmtKind::compound, cursor);
  for (const CXCursor part : parts) {
    if (clang_getCursorKind(part) == CXCursor_FunctionDecl) function(part);
    if (clang_getCursorKind(part) != CXCursor_VarDecl) continue;
    read_initializer(part);
    Stmt declaration = make_statement(StmtKind::declaration, part);
    declaration.location = unit_.location(part);
    declaration.object = &object(part);
    result.children.push_back(keep(std::move(declaration)));
  }
  return result.children.size() == 1 ? result.children.front() : keep(std::move(result));
}

const Stmt* ProgramReader::for_statement(CXCursor cursor, const std::vector<CXCursor>& parts) {
  Stmt result = make_statement(StmtKind::for_, cursor);
  const std::vector<std::uint32_t> semicolons = header_semicolons(result.location);
  result.children.push_back(nullptr);
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    // With macros between them places may be the same: then their order must be enough.
    const std::uint32_t at = unit_.start(parts[i]).offset;
    if (semicolons.size() != 2 && parts.size() != 4)
      return unsupported_statement(cursor, "a for loop written by a macro");
    const std::size_t place =
        parts.size() == 4 ? i : (at > semicolons[1] ? 2U : (at > semicolons[0] ? 1U : 0U));
    if (place == 0) result.children[0] = statement(parts[i]);
    if (place == 1) result.expr = expression(parts[i]);
    if (place == 2) result.step = expression(parts[i]);
  }
  result.children.push_back(statement(parts.back()));
  return keep(std::move(result));
}

std::vector<std::uint32_t> ProgramReader::header_semicolons(SourceLocation place) {
  std::vector<std::uint32_t> result;
  if (!place) return result;
  const std::string_view text = place.source->text();
  int depth = 0;
  for (std::size_t i = place.offset; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '/' && i + 1 < text.size() && (text[i + 1] == '*' || text[i + 1] == '/')) {
      const bool is_block = text[i + 1] == '*';
      const std::size_t end = text.find(is_block ? "*/" : "\n", i + 2);
      if (end == std::string_view::npos) break;
      i = is_block ? end + 1 : end;
    } else if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c; ++i)
        if (text[i] == '\\') ++i;
    } else if (c == '(' || c == '{') {
      ++depth;
    } else if (c == ')' || c == '}') {
      if (--depth == 0) break;
    } else if (c == ';' && depth == 1) {
      result.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return result;
}

}  // namespace arges::frontend::c
