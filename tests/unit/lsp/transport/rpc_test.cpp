#include "lsp/transport/rpc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arges::lsp {
namespace {

int error_of(const std::string& body) {
  const Message message = read_message(body);
  const auto* malformed = std::get_if<Malformed>(&message);
  return malformed == nullptr ? 0 : malformed->answer["error"]["code"].get<int>();
}

TEST(RpcTest, TellsRequestsNotificationsAndResponsesApart) {
  const Message request = read_message(R"({"jsonrpc":"2.0","id":"a","method":"m","params":[1]})");
  EXPECT_EQ(std::get<Request>(request).id, "a");
  EXPECT_EQ(std::get<Request>(request).params, Json::array({1}));
  const Message notification = read_message(R"({"jsonrpc":"2.0","method":"m"})");
  EXPECT_EQ(std::get<Notification>(notification).method, "m");
  const Message response = read_message(R"({"jsonrpc":"2.0","id":7,"result":null})");
  EXPECT_EQ(std::get<Response>(response).id, 7);
}

TEST(RpcTest, AnswersWhatIsNoMessage) {
  EXPECT_EQ(error_of("{"), -32700);
  EXPECT_EQ(error_of("{\"a\":\"\xff\"}"), -32700);
  EXPECT_EQ(error_of("[]"), -32600);
  EXPECT_EQ(error_of("7"), -32600);
  EXPECT_EQ(error_of(R"({"id":1,"method":"m"})"), -32600);
  EXPECT_EQ(error_of(R"({"jsonrpc":"2.0","id":1})"), -32600);
  EXPECT_EQ(error_of(R"({"jsonrpc":"2.0","id":1,"method":2})"), -32600);
  EXPECT_EQ(error_of(R"({"jsonrpc":"2.0","id":[],"method":"m"})"), -32600);
}

TEST(RpcTest, AnErrorNamesTheRequestWhereItCan) {
  const Message message = read_message(R"({"jsonrpc":"2.0","id":5,"method":2})");
  EXPECT_EQ(std::get<Malformed>(message).answer["id"], 5);
}

TEST(RpcTest, WhatIsNoUtf8IsReplaced) {
  EXPECT_EQ(text_of({{"a", "\xff"}}), "{\"a\":\"\xEF\xBF\xBD\"}");
}

TEST(RpcTest, MissingMembersAreErrorsOfTheClient) {
  EXPECT_THROW(member(Json::object(), "a"), RequestError);
  EXPECT_THROW(member(nullptr, "a"), RequestError);
  EXPECT_THROW(text_member({{"a", 1}}, "a"), RequestError);
  EXPECT_EQ(member_or(Json::array(), "a", 3), 3);
}

}  // namespace
}  // namespace arges::lsp
