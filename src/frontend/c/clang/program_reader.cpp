#include "frontend/c/clang/program_reader.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"
#include "base/invariant.h"
#include "frontend/c/clang/library_functions.h"
#include "frontend/c/clang/translation_unit.h"
#include "frontend/c/clang/type_reader.h"

namespace arges::frontend::c {

namespace {

struct CursorOrder {
  bool operator()(CXCursor a, CXCursor b) const {
    return std::lexicographical_compare(std::begin(a.data), std::end(a.data), std::begin(b.data),
                                        std::end(b.data));
  }
};

BinaryOp arithmetic_op(CXBinaryOperatorKind kind) {
  switch (kind) {
    case CXBinaryOperator_Mul:
    case CXBinaryOperator_MulAssign:
      return BinaryOp::mul;
    case CXBinaryOperator_Div:
    case CXBinaryOperator_DivAssign:
      return BinaryOp::div;
    case CXBinaryOperator_Rem:
    case CXBinaryOperator_RemAssign:
      return BinaryOp::rem;
    case CXBinaryOperator_Add:
    case CXBinaryOperator_AddAssign:
      return BinaryOp::add;
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_SubAssign:
      return BinaryOp::sub;
    case CXBinaryOperator_Shl:
    case CXBinaryOperator_ShlAssign:
      return BinaryOp::shl;
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_ShrAssign:
      return BinaryOp::shr;
    case CXBinaryOperator_And:
    case CXBinaryOperator_AndAssign:
      return BinaryOp::bit_and;
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_XorAssign:
      return BinaryOp::bit_xor;
    case CXBinaryOperator_Or:
    case CXBinaryOperator_OrAssign:
      return BinaryOp::bit_or;
    case CXBinaryOperator_LT:
      return BinaryOp::lt;
    case CXBinaryOperator_GT:
      return BinaryOp::gt;
    case CXBinaryOperator_LE:
      return BinaryOp::le;
    case CXBinaryOperator_GE:
      return BinaryOp::ge;
    case CXBinaryOperator_EQ:
      return BinaryOp::eq;
    case CXBinaryOperator_NE:
      return BinaryOp::ne;
    default:
      UNREACHABLE("the operator should be one of C's");
  }
}

/// Reads one translation unit.
class ProgramReader {
 public:
  ProgramReader(const SourcePtr& source, DataModel data_model, std::string_view more = {})
      : unit_(source, data_model, more),
        program_(std::make_unique<Program>()),
        types_(*program_, data_model == DataModel::ilp32 ? 4 : 8) {
    types_.integer("int", 4, true);
    types_.integer("unsigned int", 4, false);
    if (data_model == DataModel::lp64) types_.integer("unsigned long", 8, false);
  }

  std::unique_ptr<Program> read() {
    const std::vector<CXCursor> declarations = children(unit_.root());
    for (const CXCursor cursor : declarations) {
      if (clang_getCursorKind(cursor) == CXCursor_VarDecl) object(cursor);
      if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl) function(cursor);
    }
    for (const CXCursor cursor : declarations) {
      if (clang_getCursorKind(cursor) == CXCursor_VarDecl) read_initializer(cursor);
      if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl &&
          clang_isCursorDefinition(cursor) != 0)
        read_body(cursor);
    }
    program_->sources = unit_.sources();
    return std::move(program_);
  }

 private:
  // Declarations.

  Object& object(CXCursor cursor) {
    const CXCursor key = clang_getCanonicalCursor(cursor);
    const auto found = objects_.find(key);
    if (found != objects_.end()) return *found->second;
    program_->objects.push_back({take(clang_getCursorSpelling(cursor)),
                                 types_.read(clang_getCursorType(cursor)), unit_.location(cursor)});
    Object& result = program_->objects.back();
    if (clang_getCursorKind(cursor) == CXCursor_ParmDecl)
      result.type = types_.parameter_type(result.type);
    result.number = static_cast<std::uint32_t>(program_->objects.size() - 1);
    result.is_static = function_ == nullptr ||
                       clang_Cursor_getStorageClass(cursor) == CX_SC_Static ||
                       clang_Cursor_getStorageClass(cursor) == CX_SC_Extern;
    result.function = function_;
    result.is_defined = clang_Cursor_getStorageClass(cursor) != CX_SC_Extern;
    objects_.emplace(key, &result);
    return result;
  }

  Function& function(CXCursor cursor) {
    const CXCursor key = clang_getCanonicalCursor(cursor);
    const auto found = functions_.find(key);
    if (found != functions_.end()) return *found->second;
    program_->functions.push_back({take(clang_getCursorSpelling(cursor)),
                                   types_.read(clang_getCursorType(cursor)),
                                   unit_.location(cursor)});
    Function& result = program_->functions.back();
    result.number = static_cast<std::uint32_t>(program_->functions.size() - 1);
    result.returns_never =
        take(clang_getTypeSpelling(clang_getCursorType(cursor))).find("noreturn") !=
        std::string::npos;
    functions_.emplace(key, &result);
    return result;
  }

  /// What compilers know as __builtin_strlen is strlen, if the program has that.
  const Function& as_library(const Function& function) const {
    if (!function.name.starts_with(builtin_prefix)) return function;
    const Function* plain = program_->find_function(function.name.substr(builtin_prefix.size()));
    return plain != nullptr ? *plain : function;
  }

  void read_initializer(CXCursor cursor) {
    Object& variable = object(cursor);
    if (clang_Cursor_getStorageClass(cursor) != CX_SC_Extern) variable.is_defined = true;
    const CXCursor initializer = clang_Cursor_getVarDeclInitializer(cursor);
    // A later declaration completes the type of an open array.
    const Type type = types_.read(clang_getCursorType(cursor));
    if (variable.type->is(TypeKind::array) && !variable.type->length) variable.type = type;
    if (clang_Cursor_isNull(initializer) == 0) {
      variable.is_defined = true;
      variable.initializer = initial_value(variable.type, initializer);
    }
    const CXType array = clang_getCanonicalType(clang_getCursorType(cursor));
    if (array.kind != CXType_VariableArray) return;
    const bool is_nested = clang_getArrayElementType(array).kind == CXType_VariableArray;
    for (const CXCursor child : children(cursor))  // the lengths of inner arrays come first
      if (clang_isExpression(clang_getCursorKind(child)) != 0)
        variable.length = is_nested ? unsupported(child, "a variable array of variable arrays")
                                    : expression(child);
  }

  void read_body(CXCursor cursor) {
    Function& result = function(cursor);
    function_ = &result;
    result.location = unit_.location(cursor);
    result.type = types_.read(clang_getCursorType(cursor));
    for (const CXCursor child : children(cursor)) {
      if (clang_getCursorKind(child) == CXCursor_ParmDecl)
        result.parameters.push_back(&object(child));
      if (clang_getCursorKind(child) == CXCursor_CompoundStmt) result.body = statement(child);
    }
    function_ = nullptr;
  }

  // Statements.

  const Stmt* keep(Stmt statement) {
    program_->statements.push_back(std::move(statement));
    return &program_->statements.back();
  }

  Stmt make_statement(StmtKind kind, CXCursor cursor) {
    return {.kind = kind, .location = unit_.start(cursor)};
  }

  const Stmt* unsupported_statement(CXCursor cursor, std::string what) {
    Stmt result = make_statement(StmtKind::unsupported, cursor);
    result.label = std::move(what);
    return keep(std::move(result));
  }

  const Stmt* statement(CXCursor cursor) {
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
        Stmt result = make_statement(
            kind == CXCursor_WhileStmt ? StmtKind::while_ : StmtKind::switch_, cursor);
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

  const Stmt* declarations(CXCursor cursor, const std::vector<CXCursor>& parts) {
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

  /// libclang gives the parts of a for that are there, without saying which these are: the
  /// semicolons between them tell.
  const Stmt* for_statement(CXCursor cursor, const std::vector<CXCursor>& parts) {
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

  /// Where the two semicolons are in the parentheses after a place.
  static std::vector<std::uint32_t> header_semicolons(SourceLocation place) {
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

  // Expressions.

  const Expr* keep(Expr expr) {
    program_->expressions.push_back(std::move(expr));
    return &program_->expressions.back();
  }

  Expr make_expression(ExprKind kind, CXCursor cursor) {
    return {.kind = kind,
            .type = types_.read(clang_getCursorType(cursor)),
            .location = unit_.location(cursor)};
  }

  const Expr* unsupported(CXCursor cursor, std::string what) {
    Expr result = make_expression(ExprKind::unsupported, cursor);
    result.text = std::move(what);
    return keep(std::move(result));
  }

  const Expr* integer(CXCursor cursor) {
    const auto value = constant_value(cursor);
    if (!value) return unsupported(cursor, "this constant");
    Expr result = make_expression(ExprKind::integer, cursor);
    result.value = *value;
    return keep(std::move(result));
  }

  const Expr* expression(CXCursor cursor) {
    const std::vector<CXCursor> parts = children(cursor);
    switch (clang_getCursorKind(cursor)) {
      case CXCursor_IntegerLiteral:
      case CXCursor_CharacterLiteral:
        return integer(cursor);
      case CXCursor_UnaryExpr:  // sizeof, _Alignof
        return size(cursor, parts);
      case CXCursor_FloatingLiteral: {
        const auto text = floating_text(cursor);
        if (!text) return unsupported(cursor, "a constant of this type in a macro");
        Expr result = make_expression(ExprKind::floating, cursor);
        result.text = *text;
        return keep(std::move(result));
      }
      case CXCursor_StringLiteral: {
        Expr result = make_expression(ExprKind::string, cursor);
        result.text = string_value(cursor);
        return keep(std::move(result));
      }
      case CXCursor_ParenExpr:
        return expression(parts.at(0));
      case CXCursor_DeclRefExpr:
        return name(cursor);
      case CXCursor_UnaryOperator:
        return unary(cursor, parts);
      case CXCursor_BinaryOperator:
        return binary(cursor, parts);
      case CXCursor_CompoundAssignOperator: {
        Expr result = make_expression(ExprKind::compound_assign, cursor);
        result.op = arithmetic_op(clang_getCursorBinaryOperatorKind(cursor));
        result.children = {expression(parts.at(0)), expression(parts.at(1))};
        return keep(std::move(result));
      }
      case CXCursor_ConditionalOperator: {
        Expr result = make_expression(ExprKind::conditional, cursor);
        for (const CXCursor part : parts) result.children.push_back(expression(part));
        return keep(std::move(result));
      }
      case CXCursor_CStyleCastExpr:
      case CXCursor_UnexposedExpr:
        return conversion(cursor, parts);
      case CXCursor_ArraySubscriptExpr: {
        Expr result = make_expression(ExprKind::index, cursor);
        result.children = {expression(parts.at(0)), expression(parts.at(1))};
        // C allows 2[a].
        if (!result.children[0]->type->is(TypeKind::pointer))
          std::swap(result.children[0], result.children[1]);
        return keep(std::move(result));
      }
      case CXCursor_MemberRefExpr:
        return member(cursor, parts);
      case CXCursor_CallExpr: {
        Expr result = make_expression(ExprKind::call, cursor);
        result.location = unit_.start(cursor);
        result.end = unit_.last(cursor);
        for (const CXCursor part : parts) result.children.push_back(expression(part));
        return keep(std::move(result));
      }
      case CXCursor_StmtExpr: {
        Expr result = make_expression(ExprKind::statements, cursor);
        result.body = statement(parts.at(0));
        return keep(std::move(result));
      }
      case CXCursor_InitListExpr:
        return initial_value(types_.read(clang_getCursorType(cursor)), cursor);
      case CXCursor_CompoundLiteralExpr:
        return compound_literal(cursor, parts);
      case CXCursor_AddrLabelExpr:
        return unsupported(cursor, "the address of a label");
      case CXCursor_GenericSelectionExpr:
        return unsupported(cursor, "_Generic");
      default:
        return unsupported(cursor, take(clang_getCursorKindSpelling(clang_getCursorKind(cursor))));
    }
  }

  const Expr* size(CXCursor cursor, const std::vector<CXCursor>& parts) {
    if (parts.empty() || constant_value(cursor)) return integer(cursor);
    const Expr* operand = expression(parts.back());
    const bool is_variable =
        operand->kind == ExprKind::object && operand->object->length != nullptr;
    if (!is_variable) return unsupported(cursor, "the size of this");
    Expr result = make_expression(ExprKind::variable_size, cursor);
    result.object = operand->object;
    return keep(std::move(result));
  }

  const Expr* compound_literal(CXCursor cursor, const std::vector<CXCursor>& parts) {
    Expr result = make_expression(ExprKind::compound_literal, cursor);
    program_->objects.push_back({fmt::format("literal@{}", result.location.line()), result.type,
                                 result.location, function_, function_ == nullptr});
    Object& literal = program_->objects.back();
    literal.number = static_cast<std::uint32_t>(program_->objects.size() - 1);
    literal.initializer = initial_value(result.type, parts.back());
    result.object = &literal;
    result.children = {literal.initializer};
    return keep(std::move(result));
  }

  const Expr* name(CXCursor cursor) {
    const CXCursor declaration = clang_getCursorReferenced(cursor);
    switch (clang_getCursorKind(declaration)) {
      case CXCursor_EnumConstantDecl: {
        Expr result = make_expression(ExprKind::integer, cursor);
        result.value = mpz_class(std::to_string(clang_getEnumConstantDeclValue(declaration)));
        return keep(std::move(result));
      }
      case CXCursor_FunctionDecl: {
        Expr result = make_expression(ExprKind::function, cursor);
        result.function = &as_library(function(declaration));
        result.type = result.function->type;  // builtins have none of C's
        return keep(std::move(result));
      }
      case CXCursor_VarDecl:
      case CXCursor_ParmDecl: {
        Expr result = make_expression(ExprKind::object, cursor);
        result.object = &object(declaration);
        result.type = result.object->type;
        return keep(std::move(result));
      }
      default:
        return unsupported(cursor, "this name");
    }
  }

  const Expr* unary(CXCursor cursor, const std::vector<CXCursor>& parts) {
    const auto make = [&](ExprKind kind) {
      Expr result = make_expression(kind, cursor);
      result.children = {expression(parts.at(0))};
      return result;
    };
    const auto make_increment = [&](Increment increment) {
      Expr result = make(ExprKind::increment);
      result.increment = increment;
      return keep(std::move(result));
    };
    switch (clang_getCursorUnaryOperatorKind(cursor)) {
      case CXUnaryOperator_PostInc:
        return make_increment(Increment::post_plus);
      case CXUnaryOperator_PostDec:
        return make_increment(Increment::post_minus);
      case CXUnaryOperator_PreInc:
        return make_increment(Increment::pre_plus);
      case CXUnaryOperator_PreDec:
        return make_increment(Increment::pre_minus);
      case CXUnaryOperator_AddrOf:
        return keep(make(ExprKind::address_of));
      case CXUnaryOperator_Deref:
        return keep(make(ExprKind::dereference));
      case CXUnaryOperator_Plus:
      case CXUnaryOperator_Extension:
        return expression(parts.at(0));
      case CXUnaryOperator_Minus:
        return keep(make(ExprKind::negate));
      case CXUnaryOperator_Not:
        return keep(make(ExprKind::complement));
      case CXUnaryOperator_LNot:
        return keep(make(ExprKind::not_));
      default:
        return unsupported(cursor, "an operator on complex numbers");
    }
  }

  const Expr* binary(CXCursor cursor, const std::vector<CXCursor>& parts) {
    const CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cursor);
    ExprKind kind = ExprKind::binary;
    if (op == CXBinaryOperator_Assign) kind = ExprKind::assign;
    if (op == CXBinaryOperator_LAnd) kind = ExprKind::and_;
    if (op == CXBinaryOperator_LOr) kind = ExprKind::or_;
    if (op == CXBinaryOperator_Comma) kind = ExprKind::comma;
    Expr result = make_expression(kind, cursor);
    if (kind == ExprKind::binary) result.op = arithmetic_op(op);
    result.children = {expression(parts.at(0)), expression(parts.at(1))};
    return keep(std::move(result));
  }

  /// A cast, or what libclang has no name for: nearly always an implicit conversion.
  const Expr* conversion(CXCursor cursor, const std::vector<CXCursor>& parts) {
    const bool is_cast = clang_getCursorKind(cursor) == CXCursor_CStyleCastExpr;
    if (parts.empty()) return integer(cursor);
    if (!is_cast && parts.size() == 4 && clang_equalCursors(parts[0], parts[1]) != 0)
      return elvis(cursor, parts);
    if (!is_cast && clang_isExpression(clang_getCursorKind(parts.back())) == 0 &&
        constant_value(cursor))
      return integer(cursor);  // offsetof
    if (!is_cast && parts.size() != 1) return unsupported(cursor, "this expression");
    Expr result = make_expression(ExprKind::convert, cursor);
    const Expr* operand = expression(parts.back());
    result.location = operand->location;
    // libclang tells a parameter's type as it is written, even where it is read.
    result.type = is_cast ? result.type : types_.parameter_type(result.type);
    if (!is_cast && operand->type == result.type) return operand;
    result.children = {operand};
    return keep(std::move(result));
  }

  /// GNU C's a ?: b.
  const Expr* elvis(CXCursor cursor, const std::vector<CXCursor>& parts) {
    Expr result = make_expression(ExprKind::conditional, cursor);
    const Expr* condition = expression(parts[0]);
    result.children = {condition, condition, expression(parts[3])};
    return keep(std::move(result));
  }

  const Expr* member(CXCursor cursor, const std::vector<CXCursor>& parts) {
    if (parts.empty()) return unsupported(cursor, "this member");
    const Expr* base = expression(parts[0]);
    if (base->type->is(TypeKind::pointer)) {
      Expr target{.kind = ExprKind::dereference,
                  .type = base->type->element,
                  .location = base->location,
                  .children = {base}};
      base = keep(std::move(target));
    }
    const std::vector<std::size_t> path =
        types_.find_member(base->type, clang_getCursorReferenced(cursor));
    if (path.empty()) return unsupported(cursor, "this member");
    for (const std::size_t field : path) {
      Expr result{.kind = ExprKind::member,
                  .type = base->type->fields[field].type,
                  .location = unit_.location(cursor),
                  .children = {base},
                  .field = field};
      base = keep(std::move(result));
    }
    return base;
  }

  // Initial values. C lets inner braces be left out, so a list is read as a stream of items.

  struct Items {
    const std::vector<CXCursor>& all;
    std::size_t next = 0;
    bool done() const { return next == all.size(); }
  };

  const Expr* initial_value(Type type, CXCursor cursor) {
    if (clang_getCursorKind(cursor) != CXCursor_InitListExpr) {
      const Expr* value = expression(cursor);
      return value;
    }
    const std::vector<CXCursor> parts = children(cursor);
    Items items{parts};
    if (!type->is(TypeKind::array) && !type->is_record()) {
      if (!parts.empty()) return expression(parts[0]);
      Expr zero = make_expression(ExprKind::integer, cursor);
      zero.type = type;
      return keep(std::move(zero));
    }
    if (parts.size() == 1 && clang_getCursorKind(parts[0]) == CXCursor_StringLiteral &&
        type->is(TypeKind::array))
      return expression(parts[0]);
    const Expr* result = list(type, items, unit_.location(cursor), Braces::own);
    const bool is_read = items.done() || result->kind == ExprKind::unsupported;
    return is_read ? result : unsupported(cursor, "this initializer");
  }

  enum class Braces : std::uint8_t { own, left_out };

  const Expr* list(Type type, Items& items, SourceLocation location, Braces braces) {
    Expr result{.kind = ExprKind::initializer_list, .type = type, .location = location};
    const bool is_array = type->is(TypeKind::array);
    const std::size_t length =
        is_array ? type->length.value_or(0)
                 : (type->is(TypeKind::union_) ? std::size_t{1} : type->fields.size());
    std::size_t at = 0;
    bool goes_inside = false;
    while (!items.done()) {
      const CXCursor item = items.all[items.next];
      const bool is_designated = clang_getCursorType(item).kind == CXType_Void &&
                                 clang_getCursorKind(item) == CXCursor_UnexposedExpr;
      if (is_designated) {
        if (braces == Braces::left_out) break;
        const auto designated = designation(type, item);
        if (!designated) return unsupported(item, "this designator");
        ++items.next;
        const Expr* value = initial_value(designated->type, children(item).back());
        const std::size_t first = designated->path[0];
        for (at = first; at <= first + designated->further; ++at) {
          std::vector<std::size_t> path = designated->path;
          path[0] = at;
          put(result, at, with_part(part(result, at), element(type, at), path, 1, value));
        }
        goes_inside = designated->path.size() > 1;
        continue;
      }
      if (at >= length) break;
      // What follows .a.b is what comes after b.
      if (goes_inside) return unsupported(item, "an item after a designator of several parts");
      put(result, at, initial_item(element(type, at), items));
      ++at;
    }
    return keep(std::move(result));
  }

  /// What designators lead to.
  struct Designation {
    std::vector<std::size_t> path;
    std::size_t further = 0;  ///< elements of [a ... b] after a
    Type type = nullptr;      ///< of what is there
  };

  std::optional<Designation> designation(Type type, CXCursor item) {
    const std::vector<CXCursor> parts = children(item);
    Designation result{{}, 0, type};
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      if (result.type->is(TypeKind::array)) {
        const auto index = constant_value(parts[i]);
        if (!index || (result.type->length && *index >= *result.type->length)) return {};
        result.path.push_back(index->get_ui());
        result.type = result.type->element;
        continue;
      }
      if (result.type->is_record()) {
        const auto members = types_.find_member(result.type, clang_getCursorReferenced(parts[i]));
        if (members.empty()) return {};
        for (const std::size_t member : members) {
          result.path.push_back(member);
          result.type = element(result.type, member);
        }
        continue;
      }
      // One index more than there are arrays: [a ... b].
      const auto last = constant_value(parts[i]);
      if (result.path.size() != 1 || i != 1 || !type->is(TypeKind::array) || !last ||
          *last < result.path[0] || *last >= type->length.value_or(0))
        return {};
      result.further = last->get_ui() - result.path[0];
    }
    return result.path.empty() ? std::nullopt : std::optional(result);
  }

  /// The value of a part, changed where the path leads to from position `from` on.
  const Expr* with_part(const Expr* old, Type type, const std::vector<std::size_t>& path,
                        std::size_t from, const Expr* value) {
    if (from == path.size()) return value;
    Expr list{.kind = ExprKind::initializer_list, .type = type, .location = value->location};
    if (old != nullptr && old->kind == ExprKind::initializer_list) list.children = old->children;
    const std::size_t at = path[from];
    put(list, at, with_part(part(list, at), element(type, at), path, from + 1, value));
    return keep(std::move(list));
  }

  static const Expr* part(const Expr& list, std::size_t at) {
    return at < list.children.size() ? list.children[at] : nullptr;
  }

  static void put(Expr& list, std::size_t at, const Expr* value) {
    if (list.children.size() <= at) list.children.resize(at + 1, nullptr);
    list.children[at] = value;
  }

  static Type element(Type type, std::size_t at) {
    return type->is(TypeKind::array) ? type->element : type->fields[at].type;
  }

  const Expr* initial_item(Type type, Items& items) {
    const CXCursor item = items.all[items.next];
    const CXCursorKind kind = clang_getCursorKind(item);
    const bool is_aggregate = type->is(TypeKind::array) || type->is_record();
    const bool is_whole = kind == CXCursor_InitListExpr ||
                          (type->is(TypeKind::array) && kind == CXCursor_StringLiteral) ||
                          (type->is_record() && types_.read(clang_getCursorType(item)) == type);
    if (is_aggregate && !is_whole) return list(type, items, unit_.location(item), Braces::left_out);
    ++items.next;
    return initial_value(type, item);
  }

  TranslationUnit unit_;
  std::unique_ptr<Program> program_;
  TypeReader types_;
  const Function* function_ = nullptr;
  std::map<CXCursor, Object*, CursorOrder> objects_;
  std::map<CXCursor, Function*, CursorOrder> functions_;
};

/// What a program calls of the library and does not have itself, as far as it is known in C.
std::string missing_functions(const Program& program) {
  std::string result;
  for (const LibraryFunction& known : library_functions()) {
    const bool is_called = std::any_of(
        program.expressions.begin(), program.expressions.end(), [&](const Expr& expression) {
          return expression.kind == ExprKind::function && expression.function->body == nullptr &&
                 (expression.function->name == known.name ||
                  expression.function->name == std::string(builtin_prefix) + known.name);
        });
    if (is_called) result += known.text;
  }
  return result;
}

}  // namespace

std::unique_ptr<Program> read_program(const SourcePtr& source, DataModel data_model) {
  std::unique_ptr<Program> program = ProgramReader(source, data_model).read();
  const std::string missing = missing_functions(*program);
  if (missing.empty()) return program;
  try {
    return ProgramReader(source, data_model, std::string(library_declarations()) + missing).read();
  } catch (const InputError&) {  // the program declares them in another way
    return program;
  }
}

}  // namespace arges::frontend::c
