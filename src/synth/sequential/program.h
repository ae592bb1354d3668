#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lts/alphabet.h"

namespace arges::synth {

/// An expression of a program: integers of 32 bits, with division and remainder as in C.
struct ProgramExpr {
  enum class Op : std::uint8_t {
    constant,
    variable,
    entry,    ///< of a table, by an index
    element,  ///< of the table that a variable points to, by an index
    add,
    subtract,
    multiply,
    divide,
    remainder,
  };
  Op op = Op::constant;
  std::int64_t value = 0;   ///< of a constant
  std::size_t subject = 0;  ///< the variable or table; of an element: the variable
  std::vector<ProgramExpr> operands;
};

/// A condition of a program.
struct ProgramCondition {
  enum class Op : std::uint8_t {
    all,
    any,
    no,       ///< of one
    equal,    ///< of two expressions
    at_most,  ///< the first is not larger than the second
    less,
    unanswered,  ///< no rule has fired yet
    input_is,    ///< what was read
  };
  Op op = Op::all;
  std::vector<ProgramCondition> parts;
  std::vector<ProgramExpr> operands;
  lts::ActionId input = 0;
};

/// A statement of a program.
struct ProgramStatement {
  enum class Op : std::uint8_t {
    assign,  ///< a variable
    answer,  ///< a rule has fired
    output,
    call,  ///< a function
    when,  ///< the body, if the condition holds; otherwise the other body
    error,
  };
  Op op = Op::assign;
  std::size_t subject = 0;  ///< the variable, function or error's number
  lts::ActionId letter = 0;
  ProgramExpr value;
  ProgramCondition condition;
  std::vector<ProgramStatement> body;
  std::vector<ProgramStatement> otherwise;
};

/// A program in the manner of RERS: rules that fire once for an input, grouped in functions, and
/// errors that states are checked for behind every input.
struct Program {
  struct Variable {
    enum class Kind : std::uint8_t {
      number,
      text,   ///< 32, 33, …, which Java has as "e", "f", … and nothing is computed of
      array,  ///< one of several tables: its value is the position among them
    };
    std::string name;
    std::int64_t initial;
    Kind kind = Kind::number;
    std::vector<std::size_t> arrays = {};  ///< numbers of the tables
  };
  struct Table {
    std::string name;
    std::vector<std::int64_t> values;
  };
  std::vector<lts::ActionId> inputs;  ///< in the order of the program's list
  std::vector<Variable> variables;
  std::vector<Table> tables;  ///< never changed
  std::vector<std::vector<ProgramStatement>> functions;
  std::vector<ProgramStatement> rules;        ///< for an input
  std::vector<ProgramStatement> error_check;  ///< behind them
};

}  // namespace arges::synth
