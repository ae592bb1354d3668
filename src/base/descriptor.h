#pragma once

#include <utility>

#include <unistd.h>

namespace arges {

/// A descriptor of a file or pipe, closed when its object goes; -1: none.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) reset(other.release());
    return *this;
  }

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  int release() { return std::exchange(number_, -1); }
  void reset(int number = -1) {
    if (number_ >= 0) close(number_);
    number_ = number;
  }

 private:
  int number_;
};

/// Two ends: what is written to one can be read from the other. Programs that are run do not get
/// them.
struct Pipe {
  Descriptor from;
  Descriptor to;
};

/// Throws std::system_error where there are no more descriptors.
Pipe make_pipe();

}  // namespace arges
