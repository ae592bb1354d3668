#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "model/machines/execution.h"
#include "model/machines/search/packed_layout.h"

namespace arges::model::machines {

/// Instructions for registers and a buffer of bytes: `a`, `b` and `c` are registers unless told.
enum class Op : std::uint8_t {
  load1,  ///< a = the number of one byte at b
  load2,
  load4,
  store1,  ///< a to the byte at b; c: what to widen if it does not fit
  store2,
  store4,
  load_of,   ///< a = the field of object b in table c
  store_of,  ///< a to the field of object b in table c
  head,      ///< a = the number of argument c (of Program::head_arguments) of the first message
  move,
  negate,
  not_,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  shift_left,
  shift_right,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  jump,           ///< to b + 65536 c
  jump_if_false,  ///< if a is 0, to b + 65536 c
  jump_if_true,
  not_null,  ///< ends with a fault if a is null
  require,   ///< ends, being disabled, if a is false
  assert_,   ///< ends with a fault if a is false
  fail,      ///< ends with fault number a
  pop,       ///< removes the first message of object a (a number)
  send,      ///< signal c (a number) with the arguments from register a on to object b
  done,
};

struct Instruction {
  Op op = Op::done;
  std::uint16_t a = 0;
  std::uint16_t b = 0;
  std::uint16_t c = 0;
};

/// A variable of an object, or its control state, as what events have in common.
using Cell = std::uint32_t;

/// What code may do, whatever the configuration.
struct Access {
  std::set<Cell> reads = {};
  std::set<Cell> writes = {};
  std::set<ObjectId> receivers = {};  ///< of what it sends
};

/// A transition of an object.
struct CompiledTransition {
  Event event = {};
  enum class Trigger : std::uint8_t { nothing, environment, message } trigger = Trigger::nothing;
  SignalId signal = none;  ///< of a message
  /// Where the guard begins, to be run on the configuration itself: only the tail may change.
  std::uint32_t guard = none;
  /// Where the rest begins, to be run on a copy; if it is not enabled after all, the copy is lost.
  std::uint32_t effects = 0;
  Access access = {};
};

/// What a model's events do to rows, as instructions.
struct Program {
  std::vector<Instruction> code = {};
  std::vector<Value> constants = {};            ///< of the registers from first_constant on
  std::vector<std::vector<Field>> tables = {};  ///< fields by objects
  struct HeadArgument {
    ObjectId object = 0;
    Field field = {};  ///< within a message
  };
  std::vector<HeadArgument> head_arguments = {};
  /// By objects and their states.
  std::vector<std::vector<std::vector<CompiledTransition>>> transitions = {};
  std::uint32_t invariant = none;  ///< where the code of a question's condition begins
  Access invariant_access = {};
};

inline constexpr std::uint16_t first_constant = 512;

}  // namespace arges::model::machines
