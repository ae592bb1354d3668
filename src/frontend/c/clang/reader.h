#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <clang-c/Index.h>

#include "frontend/c/clang/translation_unit.h"
#include "frontend/c/clang/type_reader.h"
#include "frontend/c/options.h"
#include "frontend/c/syntax/program.h"

namespace arges::frontend::c {

/// Reads one translation unit: what libclang calls cursors becomes our own syntax tree.
class ProgramReader {
 public:
  ProgramReader(const SourcePtr& source, DataModel data_model, std::string_view more = {});

  std::unique_ptr<Program> read();

 private:
  // program_reader.cpp: declarations
  Object& object(CXCursor cursor);
  Function& function(CXCursor cursor);
  /// What compilers know as __builtin_strlen is strlen, if the program has that.
  const Function& as_library(const Function& function) const;
  void read_initializer(CXCursor cursor);
  void read_body(CXCursor cursor);

  // statement_reader.cpp
  const Stmt* keep(Stmt statement);
  Stmt make_statement(StmtKind kind, CXCursor cursor);
  const Stmt* unsupported_statement(CXCursor cursor, std::string what);
  const Stmt* statement(CXCursor cursor);
  const Stmt* declarations(CXCursor cursor, const std::vector<CXCursor>& parts);
  /// libclang gives the parts of a for that are there, without saying which these are: the
  /// semicolons between them tell.
  const Stmt* for_statement(CXCursor cursor, const std::vector<CXCursor>& parts);
  /// Where the two semicolons are in the parentheses after a place.
  static std::vector<std::uint32_t> header_semicolons(SourceLocation place);

  // expression_reader.cpp
  const Expr* keep(Expr expr);
  Expr make_expression(ExprKind kind, CXCursor cursor);
  const Expr* unsupported(CXCursor cursor, std::string what);
  const Expr* integer(CXCursor cursor);
  const Expr* expression(CXCursor cursor);
  const Expr* size(CXCursor cursor, const std::vector<CXCursor>& parts);
  const Expr* compound_literal(CXCursor cursor, const std::vector<CXCursor>& parts);
  const Expr* name(CXCursor cursor);
  const Expr* unary(CXCursor cursor, const std::vector<CXCursor>& parts);
  const Expr* binary(CXCursor cursor, const std::vector<CXCursor>& parts);
  /// A cast, or what libclang has no name for: nearly always an implicit conversion.
  const Expr* conversion(CXCursor cursor, const std::vector<CXCursor>& parts);
  /// GNU C's a ?: b.
  const Expr* elvis(CXCursor cursor, const std::vector<CXCursor>& parts);
  const Expr* member(CXCursor cursor, const std::vector<CXCursor>& parts);

  // initial_value_reader.cpp
  /// C lets inner braces be left out, so a list is read as a stream of items.
  struct Items {
    const std::vector<CXCursor>& all;
    std::size_t next = 0;
    bool done() const { return next == all.size(); }
  };
  const Expr* initial_value(Type type, CXCursor cursor);
  enum class Braces : std::uint8_t { own, left_out };
  const Expr* list(Type type, Items& items, SourceLocation location, Braces braces);
  /// What designators lead to.
  struct Designation {
    std::vector<std::size_t> path;
    std::size_t further = 0;  ///< elements of [a ... b] after a
    Type type = nullptr;      ///< of what is there
  };
  std::optional<Designation> designation(Type type, CXCursor item);
  /// Whether the two are [first ... last], and not [first][last].
  bool is_range(CXCursor first, CXCursor last);
  /// The value of a part, changed where the path leads to from position `from` on.
  const Expr* with_part(const Expr* old, Type type, const std::vector<std::size_t>& path,
                        std::size_t from, const Expr* value);
  static const Expr* part(const Expr& list, std::size_t at);
  static void put(Expr& list, std::size_t at, const Expr* value);
  static Type element(Type type, std::size_t at);
  const Expr* initial_item(Type type, Items& items);

  struct CursorOrder {
    bool operator()(CXCursor a, CXCursor b) const {
      return std::lexicographical_compare(std::begin(a.data), std::end(a.data), std::begin(b.data),
                                          std::end(b.data));
    }
  };

  TranslationUnit unit_;
  std::unique_ptr<Program> program_;
  TypeReader types_;
  const Function* function_ = nullptr;
  std::map<CXCursor, Object*, CursorOrder> objects_;
  std::map<CXCursor, Function*, CursorOrder> functions_;
};

}  // namespace arges::frontend::c
