#pragma once

#include "base/syntax/dialect.h"

namespace arges::test {

/// A small language that has every form once.
inline const syntax::Dialect& small_dialect() {
  using syntax::Arity;
  using syntax::Form;
  static const syntax::Dialect dialect({
      .operators = {{.text = "true", .id = 1, .form = Form::constant},
                    {.text = "(", .id = 2, .form = Form::group},
                    {.text = "[", .id = 3, .form = Form::array},
                    {.text = "if", .id = 4, .form = Form::conditional, .power = 1},
                    {.text = "all", .id = 5, .form = Form::binder, .power = 2},
                    {.text = "=>", .id = 6, .form = Form::right, .power = 3},
                    {.text = "not", .id = 7, .form = Form::prefix_once, .power = 4},
                    {.text = "=", .id = 8, .form = Form::single, .power = 5},
                    {.text = "+", .id = 9, .form = Form::left, .power = 6, .arity = Arity::nary},
                    {.text = "-", .id = 10, .form = Form::left, .power = 6, .arity = Arity::nary},
                    {.text = "^", .id = 11, .form = Form::left, .power = 7},
                    {.text = "as", .id = 12, .form = Form::cast, .power = 8},
                    {.text = "-", .id = 13, .form = Form::prefix, .power = 9},
                    {.text = "'", .id = 14, .form = Form::postfix, .power = 10},
                    {.text = "@", .id = 15, .form = Form::numbered, .power = 10},
                    {.text = "[", .id = 16, .form = Form::index, .power = 10},
                    {.text = "(", .id = 17, .form = Form::call, .power = 10}},
      .words = {"then", "else", "default", "<-", "->", "<", ">", ":", ":=", ",", ";", ")", "]", "{",
                "}", "%"},
      .types = {"int", "bv"},
      .lexical = {.name_start = "_$",
                  .name_part = "_$.",
                  .bit_vectors = syntax::LexicalRules::BitVectors::yes,
                  .rationals = syntax::LexicalRules::Rationals::yes,
                  .quoted_names = syntax::LexicalRules::QuotedNames::yes},
  });
  return dialect;
}

}  // namespace arges::test
