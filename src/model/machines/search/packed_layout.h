#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "model/machines/configuration.h"

namespace arges::model::machines {

/// Numbers of values that may need more bytes than they have: variables of classes and parameters
/// of signals. Where a number has no such index, it always fits.
using SizeId = std::uint32_t;

/// Where a signed number of 1, 2 or 4 bytes is.
struct Field {
  std::uint32_t offset = 0;
  std::uint8_t width = 0;  ///< 0: there is none
  SizeId size = none;      ///< what to widen if a value does not fit
};

/// The queue of an object. Deferred messages are in front of the others, in one row: together they
/// are never more than the capacity, to flush is to forget how many were deferred, and to defer is
/// to count one more. Behind the last message all is zero.
struct PackedQueue {
  Field length = {};    ///< of both; without bytes if nothing is ever sent here
  Field deferred = {};  ///< without bytes if nothing is ever deferred here
  std::uint32_t first = 0;
  std::uint32_t message_size = 0;
  std::uint32_t capacity = 0;
  Field signal = {};  ///< in a message: the signal plus one
  /// In a message, by signals: the arguments.
  std::vector<std::vector<Field>> arguments = {};
};

/// Configurations as rows of bytes, so that equal ones have equal bytes.
///
/// Integers have one byte until a value does not fit. What no event writes has no bytes in a row,
/// nor has what every event leaves as it was: that is in the tail, behind the row, where events
/// work.
class PackedLayout {
 public:
  explicit PackedLayout(const Model& model);

  const Model& model() const { return model_; }
  std::uint32_t row_bytes() const { return row_bytes_; }  ///< a multiple of 8
  /// Of a row with its tail.
  std::uint32_t buffer_bytes() const { return buffer_bytes_; }
  /// The tail as it is between events.
  const std::vector<std::uint8_t>& tail() const { return tail_; }

  Field state(ObjectId object) const { return objects_[object].state; }
  Field variable(ObjectId object, VarId var) const { return objects_[object].variables[var]; }
  const PackedQueue& queue(ObjectId object) const { return objects_[object].queue; }
  /// No event writes it.
  bool is_constant(ClassId type, VarId var) const { return usage_[type][var] == Usage::constant; }
  /// Every event that writes it resets it.
  bool is_temporary(ClassId type, VarId var) const { return usage_[type][var] == Usage::temporary; }

  /// The row of a configuration; nothing if a value does not fit, which `misfit` then names.
  std::optional<std::vector<std::uint8_t>> encode(const Configuration& configuration,
                                                  SizeId& misfit) const;
  Configuration decode(const std::uint8_t* row) const;
  /// Gives a number more bytes: rows are others then.
  void widen(SizeId size);

 private:
  enum class Usage : std::uint8_t { constant, temporary, stored };
  struct PackedObject {
    Field state = {};
    std::vector<Field> variables = {};
    PackedQueue queue = {};
  };
  void find_usage();
  bool resets(const Transition& transition, VarId var) const;
  void number_sizes();
  void place();
  PackedQueue place_queue(ObjectId object, std::uint32_t& offset) const;

  const Model& model_;
  std::vector<std::vector<Usage>> usage_;            ///< by classes and variables
  std::vector<std::vector<SizeId>> variable_sizes_;  ///< by classes and variables
  std::vector<std::vector<SizeId>> argument_sizes_;  ///< by signals and parameters
  std::vector<std::uint8_t> widths_;                 ///< by SizeIds
  std::vector<PackedObject> objects_;
  std::uint32_t row_bytes_ = 0;
  std::uint32_t buffer_bytes_ = 0;
  std::vector<std::uint8_t> tail_;
};

/// Bytes that a number needs, as a signed one.
inline std::uint8_t width_of(Value value) {
  if (value == static_cast<std::int8_t>(value)) return 1;
  return value == static_cast<std::int16_t>(value) ? 2 : 4;
}
inline Value read_number(const std::uint8_t* at, std::uint8_t width) {
  std::int32_t four = 0;
  std::int16_t two = 0;
  switch (width) {
    case 1:
      return static_cast<std::int8_t>(*at);
    case 2:
      std::memcpy(&two, at, sizeof two);
      return two;
    default:
      std::memcpy(&four, at, sizeof four);
      return four;
  }
}
inline void write_number(std::uint8_t* at, std::uint8_t width, Value value) {
  const auto four = static_cast<std::int32_t>(value);
  const auto two = static_cast<std::int16_t>(value);
  if (width == 1) *at = static_cast<std::uint8_t>(value);
  if (width == 2) std::memcpy(at, &two, sizeof two);
  if (width == 4) std::memcpy(at, &four, sizeof four);
}

}  // namespace arges::model::machines
