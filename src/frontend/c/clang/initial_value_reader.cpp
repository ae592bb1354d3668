#include "frontend/c/clang/reader.h"
#include "frontend/c/syntax/visit.h"

namespace arges::frontend::c {

// C lets inner braces be left out, so a list is read as a stream of items.

const Expr* ProgramReader::initial_value(Type type, CXCursor cursor) {
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

const Expr* ProgramReader::list(Type type, Items& items, SourceLocation location, Braces braces) {
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
      if (designated->further > 0 && has_effects(value))
        return unsupported(item, "a range of elements whose value has effects");
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

bool ProgramReader::is_range(CXCursor first, CXCursor last) {
  const SourceLocation from = unit_.location(first);
  const SourceLocation to = unit_.location(last);
  if (!from || from.source != to.source || to.offset < from.offset) return false;
  const std::string_view between = from.source->text().substr(from.offset, to.offset - from.offset);
  return between.find("...") != std::string_view::npos;
}

std::optional<ProgramReader::Designation> ProgramReader::designation(Type type, CXCursor item) {
  const std::vector<CXCursor> parts = children(item);
  Designation result{{}, 0, type};
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (result.type->is(TypeKind::array)) {
      const auto index = constant_value(parts[i]);
      if (!index || (result.type->length && *index >= *result.type->length)) return {};
      result.path.push_back(index->get_ui());
      if (i + 2 < parts.size() && is_range(parts[i], parts[i + 1])) {
        const auto last = constant_value(parts[++i]);
        if (result.path.size() != 1 || !last || *last < *index ||
            *last >= result.type->length.value_or(0))
          return {};
        result.further = mpz_class(*last - *index).get_ui();
      }
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
    return {};
  }
  return result.path.empty() ? std::nullopt : std::optional(result);
}

const Expr* ProgramReader::with_part(const Expr* old, Type type,
                                     const std::vector<std::size_t>& path, std::size_t from,
                                     const Expr* value) {
  if (from == path.size()) return value;
  Expr list{.kind = ExprKind::initializer_list, .type = type, .location = value->location};
  if (old != nullptr && old->kind == ExprKind::initializer_list) list.children = old->children;
  const std::size_t at = path[from];
  put(list, at, with_part(part(list, at), element(type, at), path, from + 1, value));
  return keep(std::move(list));
}

const Expr* ProgramReader::part(const Expr& list, std::size_t at) {
  return at < list.children.size() ? list.children[at] : nullptr;
}

void ProgramReader::put(Expr& list, std::size_t at, const Expr* value) {
  // Of a union, the last one counts.
  if (list.type->is(TypeKind::union_)) list.children.clear();
  if (list.children.size() <= at) list.children.resize(at + 1, nullptr);
  list.children[at] = value;
}

Type ProgramReader::element(Type type, std::size_t at) {
  return type->is(TypeKind::array) ? type->element : type->fields[at].type;
}

const Expr* ProgramReader::initial_item(Type type, Items& items) {
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

}  // namespace arges::frontend::c
