#include "lsp/transport/rpc.h"

#include <utility>

#include <fmt/format.h>

namespace arges::lsp {

namespace {

bool is_id(const Json& id) { return id.is_string() || id.is_number_integer(); }

Malformed malformed(const Json& id, ErrorCode code, const std::string& message) {
  return {failure(id, code, message)};
}

}  // namespace

Json success(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json failure(const Json& id, ErrorCode code, const std::string& message) {
  return {{"jsonrpc", "2.0"},
          {"id", id},
          {"error", {{"code", static_cast<int>(code)}, {"message", message}}}};
}

Json notification(const std::string& method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

Json request(const Json& id, const std::string& method, Json params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

std::string text_of(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Message read_message(const std::string& body) {
  Json json = Json::parse(body, nullptr, false);
  if (json.is_discarded())
    return malformed(nullptr, ErrorCode::parse_error, "the message is no JSON");
  if (!json.is_object())
    return malformed(nullptr, ErrorCode::invalid_request, "a message is one JSON object");
  const bool has_id = json.contains("id");
  const Json id = has_id && is_id(json["id"]) ? json["id"] : Json();
  if (member_or(json, "jsonrpc", "") != "2.0")
    return malformed(id, ErrorCode::invalid_request, "a message says \"jsonrpc\": \"2.0\"");
  if (!json.contains("method")) {
    if (has_id && (json.contains("result") || json.contains("error"))) return Response{json["id"]};
    return malformed(id, ErrorCode::invalid_request, "a request has a method");
  }
  if (!json["method"].is_string())
    return malformed(id, ErrorCode::invalid_request, "a method is named by a text");
  if (has_id && !is_id(json["id"]))
    return malformed(id, ErrorCode::invalid_request, "an id is an integer or a text");
  std::string method = json["method"];
  Json params = member_or(json, "params", Json::object());
  if (has_id) return Request{id, std::move(method), std::move(params)};
  return Notification{std::move(method), std::move(params)};
}

const Json& member(const Json& object, const char* name) {
  if (object.is_object())
    if (const auto found = object.find(name); found != object.end()) return *found;
  throw RequestError(ErrorCode::invalid_params, fmt::format("the member '{}' is missing", name));
}

std::string text_member(const Json& object, const char* name) {
  const Json& found = member(object, name);
  if (!found.is_string())
    throw RequestError(ErrorCode::invalid_params, fmt::format("'{}' should be a text", name));
  return found;
}

Json member_or(const Json& object, const char* name, Json other) {
  if (object.is_object())
    if (const auto found = object.find(name); found != object.end()) return *found;
  return other;
}

std::string text_or(const Json& object, const char* name, const std::string& other) {
  const Json found = member_or(object, name, Json());
  return found.is_string() ? found.get<std::string>() : other;
}

}  // namespace arges::lsp
