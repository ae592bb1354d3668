#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace arges::lsp {

/// A message with the header it is sent with.
std::string framed(std::string_view body);

/// Cuts what comes from a client into messages. What is no header is told as a fault, and reading
/// goes on at the next Content-Length, so that one bad message costs no other.
class MessageReader {
 public:
  struct Incoming {
    enum class Kind { body, fault } kind;
    std::string text;  ///< the message, or what is wrong
  };

  void feed(std::string_view bytes) { buffer_ += bytes; }
  /// The next message that is there whole.
  std::optional<Incoming> next();

  /// Longer ones are refused: they are skipped, never held.
  static constexpr std::size_t longest_body = std::size_t{1} << 28U;
  static constexpr std::size_t longest_header = std::size_t{1} << 16U;

 private:
  /// The length that a header's line gives; nothing: it gives none.
  std::optional<Incoming> read_header();
  void read_line(std::string_view line);
  void skip();

  std::string buffer_;
  std::size_t to_skip_ = 0;               ///< bytes of a body that is refused
  std::optional<std::size_t> length_;     ///< of the body, once its header was read
  std::optional<std::size_t> announced_;  ///< by the header that is being read
  std::string fault_;                     ///< of that header
};

}  // namespace arges::lsp
