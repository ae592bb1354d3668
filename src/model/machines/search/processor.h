#pragma once

#include "model/machines/search/program.h"

namespace arges::model::machines {

/// Runs the code of a Program on rows with their tails.
class Processor {
 public:
  Processor(const PackedLayout& layout, const Program& program);

  enum class Status : std::uint8_t {
    done,
    disabled,
    faulty,  ///< see fault()
    misfit,  ///< see misfit()
  };
  Status run(std::uint32_t start, std::uint8_t* buffer);
  Fault fault() const { return fault_; }
  SizeId misfit() const { return misfit_; }
  /// What a condition was, after `done`.
  bool result() const { return registers_[0] != 0; }

  /// Removes the message behind the deferred ones.
  void pop(ObjectId object, std::uint8_t* buffer) const;

 private:
  Status fail(Fault fault) {
    fault_ = fault;
    return Status::faulty;
  }
  Status does_not_fit(std::uint32_t size) {
    misfit_ = size;
    return Status::misfit;
  }
  Status send(const Instruction& instruction, std::uint8_t* buffer);
  Value head(std::uint32_t argument, const std::uint8_t* buffer) const;

  const PackedLayout& layout_;
  const Program& program_;
  std::vector<Value> registers_;
  Fault fault_ = Fault::nothing;
  SizeId misfit_ = none;
};

}  // namespace arges::model::machines
