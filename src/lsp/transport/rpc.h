#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

namespace arges::lsp {

using Json = nlohmann::ordered_json;

/// The numbers of JSON-RPC and LSP for what can go wrong.
enum class ErrorCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  not_initialized = -32002,
  request_failed = -32803,
  cancelled = -32800,
};

/// A request that gets an error for an answer.
class RequestError : public std::runtime_error {
 public:
  RequestError(ErrorCode code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

/// What a client sends.
struct Request {
  Json id;
  std::string method;
  Json params;
};
struct Notification {
  std::string method;
  Json params;
};
/// The answer to a request of ours.
struct Response {
  Json id;
};
/// What is none of these: the answer to it.
struct Malformed {
  Json answer;
};
using Message = std::variant<Request, Notification, Response, Malformed>;

Message read_message(const std::string& body);

Json success(const Json& id, Json result);
Json failure(const Json& id, ErrorCode code, const std::string& message);
Json notification(const std::string& method, Json params);
Json request(const Json& id, const std::string& method, Json params);

/// A message as it is sent; what is no UTF-8 in it (names of files may be anything) is replaced.
std::string text_of(const Json& message);

// Members of parameters; throw RequestError where they are not as they should be.

const Json& member(const Json& object, const char* name);
std::string text_member(const Json& object, const char* name);
/// Where it is missing or something else: the other.
Json member_or(const Json& object, const char* name, Json other);
std::string text_or(const Json& object, const char* name, const std::string& other);

}  // namespace arges::lsp
