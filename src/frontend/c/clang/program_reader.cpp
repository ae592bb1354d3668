#include "frontend/c/clang/program_reader.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "frontend/c/clang/library_functions.h"
#include "frontend/c/clang/reader.h"

namespace arges::frontend::c {

ProgramReader::ProgramReader(const SourcePtr& source, DataModel data_model, std::string_view more)
    : unit_(source, data_model, more),
      program_(std::make_unique<Program>()),
      types_(*program_, data_model == DataModel::ilp32 ? 4 : 8) {
  types_.integer("int", 4, true);
  types_.integer("unsigned int", 4, false);
  if (data_model == DataModel::lp64) types_.integer("unsigned long", 8, false);
}

std::unique_ptr<Program> ProgramReader::read() {
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

Object& ProgramReader::object(CXCursor cursor) {
  const CXCursor key = clang_getCanonicalCursor(cursor);
  const auto found = objects_.find(key);
  if (found != objects_.end()) return *found->second;
  program_->objects.push_back({take(clang_getCursorSpelling(cursor)),
                               types_.read(clang_getCursorType(cursor)), unit_.location(cursor)});
  Object& result = program_->objects.back();
  if (clang_getCursorKind(cursor) == CXCursor_ParmDecl)
    result.type = types_.parameter_type(result.type);
  result.number = static_cast<std::uint32_t>(program_->objects.size() - 1);
  result.is_static = function_ == nullptr || clang_Cursor_getStorageClass(cursor) == CX_SC_Static ||
                     clang_Cursor_getStorageClass(cursor) == CX_SC_Extern;
  result.function = function_;
  result.is_defined = clang_Cursor_getStorageClass(cursor) != CX_SC_Extern;
  objects_.emplace(key, &result);
  return result;
}

Function& ProgramReader::function(CXCursor cursor) {
  const CXCursor key = clang_getCanonicalCursor(cursor);
  const auto found = functions_.find(key);
  if (found != functions_.end()) return *found->second;
  program_->functions.push_back({take(clang_getCursorSpelling(cursor)),
                                 types_.read(clang_getCursorType(cursor)), unit_.location(cursor)});
  Function& result = program_->functions.back();
  result.number = static_cast<std::uint32_t>(program_->functions.size() - 1);
  result.returns_never =
      take(clang_getTypeSpelling(clang_getCursorType(cursor))).find("noreturn") !=
      std::string::npos;
  functions_.emplace(key, &result);
  return result;
}

const Function& ProgramReader::as_library(const Function& function) const {
  if (!function.name.starts_with(builtin_prefix)) return function;
  const bool is_in_c = std::any_of(
      library_functions().begin(), library_functions().end(),
      [&](const LibraryFunction& known) { return known.name == function.library_name(); });
  const Function* plain = is_in_c ? program_->find_function(function.library_name()) : nullptr;
  return plain != nullptr ? *plain : function;
}

void ProgramReader::read_initializer(CXCursor cursor) {
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
  for (const CXCursor child : children(cursor))  // those of inner arrays come first
    if (clang_isExpression(clang_getCursorKind(child)) != 0)
      variable.lengths.insert(variable.lengths.begin(), expression(child));
}

void ProgramReader::read_body(CXCursor cursor) {
  Function& result = function(cursor);
  function_ = &result;
  result.location = unit_.location(cursor);
  result.type = types_.read(clang_getCursorType(cursor));
  // Among the children are also the parameters of a function whose address it returns.
  for (int i = 0; i < clang_Cursor_getNumArguments(cursor); ++i)
    result.parameters.push_back(
        &object(clang_Cursor_getArgument(cursor, static_cast<unsigned>(i))));
  for (const CXCursor child : children(cursor))
    if (clang_getCursorKind(child) == CXCursor_CompoundStmt) result.body = statement(child);
  function_ = nullptr;
}

namespace {

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
