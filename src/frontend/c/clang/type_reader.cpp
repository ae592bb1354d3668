#include "frontend/c/clang/type_reader.h"

#include <fmt/format.h>

#include "frontend/c/clang/translation_unit.h"

namespace arges::frontend::c {

namespace {

std::uint64_t size_of(CXType type) {
  // libclang does not survive the question for the types that builtins have.
  if (type.kind == CXType_Unexposed || type.kind == CXType_Invalid) return 0;
  const long long size = clang_Type_getSizeOf(type);
  return size < 0 ? 0 : static_cast<std::uint64_t>(size);
}

bool is_signed(CXTypeKind kind) {
  return (kind >= CXType_Char_S && kind <= CXType_Int128) && kind != CXType_WChar;
}

std::uint32_t significand_bits(CXTypeKind kind) {
  switch (kind) {
    case CXType_Float:
      return 24;
    case CXType_Double:
      return 53;
    case CXType_LongDouble:
      return 64;  // of the x87
    case CXType_Float128:
      return 113;
    default:
      return 11;
  }
}

}  // namespace

Type TypeReader::intern(const std::string& key, TypeRecord record) {
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) return found->second;
  program_.types.push_back(std::move(record));
  const Type result = &program_.types.back();
  by_key_.emplace(key, result);
  keys_.emplace(result, key);
  return result;
}

namespace {

/// Types without names have the same spelling, but not the same place.
std::string key_of_declaration(CXType type) {
  const CXCursor declaration = clang_getCanonicalCursor(clang_getTypeDeclaration(type));
  unsigned offset = 0;
  clang_getFileLocation(clang_getCursorLocation(declaration), nullptr, nullptr, nullptr, &offset);
  return fmt::format("{}@{}", take(clang_getTypeSpelling(type)), offset);
}

using Constants = std::vector<std::pair<std::string, mpz_class>>;

Constants constants_of(CXCursor enumeration) {
  Constants result;
  const auto visit = [](CXCursor child, CXCursor, CXClientData data) {
    if (clang_getCursorKind(child) == CXCursor_EnumConstantDecl)
      static_cast<Constants*>(data)->emplace_back(
          take(clang_getCursorSpelling(child)),
          mpz_class(std::to_string(clang_getEnumConstantDeclValue(child))));
    return CXChildVisit_Continue;
  };
  const CXCursor definition = clang_getCursorDefinition(enumeration);
  clang_visitChildren(clang_Cursor_isNull(definition) != 0 ? enumeration : definition, visit,
                      &result);
  return result;
}

}  // namespace

Type TypeReader::read(CXType given) {
  const CXType type = clang_getUnqualifiedType(clang_getCanonicalType(given));
  const std::string spelling = take(clang_getTypeSpelling(type));
  TypeRecord result{TypeKind::void_, spelling, size_of(type)};
  switch (type.kind) {
    case CXType_Void:
      return intern("void", {TypeKind::void_, spelling});
    case CXType_Bool:
      result.kind = TypeKind::boolean;
      return intern("_Bool", std::move(result));
    case CXType_Enum: {
      const Type underlying = read(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
      result.kind = TypeKind::integer;
      result.is_signed = underlying->is_signed;
      result.constants = constants_of(clang_getTypeDeclaration(type));
      return intern(fmt::format("enum {} {}", keys_.at(underlying), key_of_declaration(type)),
                    std::move(result));
    }
    case CXType_Pointer:
      return pointer_to(read(clang_getPointeeType(type)));
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray: {
      const Type element = read(clang_getArrayElementType(type));
      result.kind = TypeKind::array;
      result.element = element;
      if (type.kind == CXType_ConstantArray)
        result.length = static_cast<std::uint64_t>(clang_getArraySize(type));
      else
        result.size = 0;
      return intern(fmt::format("{}[{}]", keys_.at(element),
                                result.length ? std::to_string(*result.length) : ""),
                    std::move(result));
    }
    case CXType_Record:
      return read_record(type);
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: {
      result.kind = TypeKind::function;
      result.size = 0;
      result.element = read(clang_getResultType(type));
      std::string key = keys_.at(result.element) + "(";
      for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
        result.parameters.push_back(read(clang_getArgType(type, static_cast<unsigned>(i))));
        key += keys_.at(result.parameters.back()) + ",";
      }
      result.is_variadic =
          type.kind == CXType_FunctionNoProto || clang_isFunctionTypeVariadic(type) != 0;
      return intern(key + (result.is_variadic ? "...)" : ")"), std::move(result));
    }
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Float128:
    case CXType_Half:
    case CXType_Float16:
      result.kind = TypeKind::floating;
      result.significand_bits = significand_bits(type.kind);
      return intern(spelling, std::move(result));
    default:
      break;
  }
  if (type.kind >= CXType_Char_U && type.kind <= CXType_Int128) {
    result.kind = TypeKind::integer;
    result.is_signed = is_signed(type.kind);
    return intern(spelling, std::move(result));
  }
  return intern(spelling, {TypeKind::void_, spelling});  // refused where a value is needed
}

Type TypeReader::pointer_to(Type element) {
  TypeRecord result{TypeKind::pointer, element->spelling + " *", pointer_size_};
  result.element = element;
  return intern(keys_.at(element) + "*", std::move(result));
}

Type TypeReader::parameter_type(Type declared) {
  if (declared->is(TypeKind::array)) return pointer_to(declared->element);
  return declared->is(TypeKind::function) ? pointer_to(declared) : declared;
}

Type TypeReader::read_record(CXType type) {
  const CXCursor declaration = clang_getTypeDeclaration(type);
  const std::string spelling = take(clang_getTypeSpelling(type));
  const std::string key = key_of_declaration(type);
  if (const auto found = by_key_.find(key); found != by_key_.end()) return found->second;
  program_.types.push_back({clang_getCursorKind(declaration) == CXCursor_UnionDecl
                                ? TypeKind::union_
                                : TypeKind::structure,
                            spelling, size_of(type)});
  TypeRecord& record = program_.types.back();
  by_key_.emplace(key, &record);
  keys_.emplace(&record, key);

  std::vector<CXCursor>& cursors = fields_[&record];
  clang_Type_visitFields(
      type,
      [](CXCursor field, CXClientData data) {
        // Bit-fields without a name only make room.
        const bool is_room =
            clang_Cursor_isBitField(field) != 0 && take(clang_getCursorSpelling(field)).empty();
        if (!is_room) static_cast<std::vector<CXCursor>*>(data)->push_back(field);
        return CXVisit_Continue;
      },
      &cursors);
  for (const CXCursor field : std::vector<CXCursor>(cursors)) {
    const long long bits = clang_Cursor_getOffsetOfField(field);
    const bool is_unnamed = clang_Cursor_isAnonymous(field) != 0;
    record.fields.push_back({is_unnamed ? "" : take(clang_getCursorSpelling(field)),
                             field_type(field),
                             bits < 0 ? 0 : static_cast<std::uint64_t>(bits) / 8});
  }
  return &record;
}

Type TypeReader::field_type(CXCursor field) {
  const Type type = read(clang_getCursorType(field));
  if (clang_Cursor_isBitField(field) == 0 || type->is(TypeKind::boolean)) return type;
  const auto width = static_cast<std::uint32_t>(clang_getFieldDeclBitWidth(field));
  if (width == type->bits()) return type;
  TypeRecord result = *type;
  result.width = width;
  result.spelling += fmt::format(" : {}", width);
  return intern(fmt::format("{}:{}", keys_.at(type), width), std::move(result));
}

std::vector<std::size_t> TypeReader::find_member(Type record, CXCursor field) const {
  const auto found = fields_.find(record);
  if (found == fields_.end()) return {};
  const std::vector<CXCursor>& cursors = found->second;
  for (std::size_t i = 0; i < cursors.size(); ++i)
    if (clang_equalCursors(cursors[i], field) != 0) return {i};
  for (std::size_t i = 0; i < cursors.size(); ++i) {
    if (!record->fields[i].type->is_record()) continue;
    std::vector<std::size_t> path = find_member(record->fields[i].type, field);
    if (path.empty()) continue;
    path.insert(path.begin(), i);
    return path;
  }
  return {};
}

}  // namespace arges::frontend::c
