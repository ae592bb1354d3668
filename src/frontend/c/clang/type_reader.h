#pragma once

#include <map>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "frontend/c/syntax/program.h"

namespace arges::frontend::c {

/// Makes our types of libclang's.
class TypeReader {
 public:
  TypeReader(Program& program, std::uint64_t pointer_size)
      : program_(program), pointer_size_(pointer_size) {}

  Type read(CXType given);
  /// An integer type by its name, whether the text mentions it or not.
  Type integer(const std::string& spelling, std::uint64_t size, bool is_signed) {
    return intern(spelling, {TypeKind::integer, spelling, size, is_signed});
  }
  /// What a parameter declared with this type has: no arrays or functions, but pointers.
  Type parameter_type(Type declared);
  /// The fields that lead from a structure or union to one of its members, which may be within
  /// unnamed ones.
  std::vector<std::size_t> find_member(Type record, CXCursor field) const;

 private:
  Type intern(const std::string& key, TypeRecord record);
  Type read_record(CXType type);
  /// Of a bit-field: one as narrow as that.
  Type field_type(CXCursor field);
  Type pointer_to(Type element);

  Program& program_;
  std::uint64_t pointer_size_;
  std::map<std::string, Type> by_key_;
  std::map<Type, std::string> keys_;
  std::map<Type, std::vector<CXCursor>> fields_;
};

}  // namespace arges::frontend::c
