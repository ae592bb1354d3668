#include "lsp/transport/framing.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace arges::lsp {

namespace {

constexpr std::string_view length_header = "content-length:";

/// Where the header's name stands, in whatever case; npos: nowhere. In front of it may be what is
/// left of a message without a length.
std::size_t find_length_header(std::string_view line) {
  const auto found =
      std::search(line.begin(), line.end(), length_header.begin(), length_header.end(),
                  [](unsigned char a, char b) { return std::tolower(a) == b; });
  return found == line.end() ? std::string_view::npos
                             : static_cast<std::size_t>(found - line.begin());
}

}  // namespace

std::string framed(std::string_view body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

void MessageReader::skip() {
  const std::size_t now = std::min(to_skip_, buffer_.size());
  buffer_.erase(0, now);
  to_skip_ -= now;
}

void MessageReader::read_line(std::string_view line) {
  const std::size_t at = find_length_header(line);
  if (at == std::string_view::npos) {
    if (line.find(':') == std::string_view::npos || line.front() == '{')
      fault_ = "what is no header stands where one should be";
    return;
  }
  std::string_view number = line.substr(at + length_header.size());
  while (!number.empty() && number.front() == ' ') number.remove_prefix(1);
  while (!number.empty() && number.back() == ' ') number.remove_suffix(1);
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), length);
  if (error != std::errc() || end != number.data() + number.size())
    fault_ = fmt::format("'{}' is no length of a message", number.substr(0, 40));
  else
    announced_ = length;
}

std::optional<MessageReader::Incoming> MessageReader::read_header() {
  for (;;) {
    const std::size_t end = buffer_.find('\n');
    if (end == std::string::npos) {
      if (buffer_.size() <= longest_header) return {};
      buffer_.clear();
      return Incoming{Incoming::Kind::fault, "the header of a message has no end"};
    }
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) {
      read_line(line);
      continue;
    }
    length_ = std::exchange(announced_, {});
    std::string fault = std::exchange(fault_, "");
    if (!length_ && fault.empty()) fault = "a message's header has no Content-Length";
    if (length_ && *length_ > longest_body) {
      fault = fmt::format("a message of {} bytes is too long", *length_);
      to_skip_ = *length_;
      length_.reset();
    }
    if (!fault.empty()) return Incoming{Incoming::Kind::fault, std::move(fault)};
    return {};
  }
}

std::optional<MessageReader::Incoming> MessageReader::next() {
  skip();
  if (to_skip_ > 0) return {};
  if (!length_)
    if (auto fault = read_header()) return fault;
  if (!length_ || buffer_.size() < *length_) return {};
  Incoming result{Incoming::Kind::body, buffer_.substr(0, *length_)};
  buffer_.erase(0, *length_);
  length_.reset();
  return result;
}

}  // namespace arges::lsp
