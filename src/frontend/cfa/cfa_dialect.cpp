#include "frontend/cfa/cfa_dialect.h"

#include "ir/text/operators.h"

namespace arges::frontend {

syntax::DialectTables cfa_tables() {
  using syntax::LexicalRules;
  syntax::DialectTables result;
  result.operators = ir::cfa_operators();
  result.words = {"main",   "process", "var",  "loc",  "init",    "final", "error", "havoc",
                  "assume", "return",  "then", "else", "default", "<-",    "->",    ":=",
                  ":",      ",",       ")",    "]",    "{",       "}",     "%"};
  result.types = {"bool", "int", "rat", "bv", "fp"};
  result.lexical = {.bit_vectors = LexicalRules::BitVectors::yes,
                    .rationals = LexicalRules::Rationals::yes};
  return result;
}

const syntax::Dialect& cfa_dialect() {
  static const syntax::Dialect dialect(cfa_tables());
  return dialect;
}

}  // namespace arges::frontend
