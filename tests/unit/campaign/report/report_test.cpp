#include "campaign/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "campaign/report/sample.h"

namespace arges::campaign {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::run;

/// The JSON that a page carries.
nlohmann::json data_of(const std::string& page) {
  const std::string start = "id=\"data\">";
  const std::size_t from = page.find(start) + start.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

Results hostile() {
  Results results = testing::sample();
  results.name = "<img src=x> & \"co\"";
  results.columns[0].name = "</script><script>alert(1)</script>";
  results.columns[1].command = "tool --a|b `x` <y>";
  results.tasks[0].name = "a</td><b>|\"x\", y\nz";
  results.runs[0][0]->verdict.detail = "<!-- \xff ]]>";
  return results;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++result;
  return result;
}

TEST(Summary, IsATableWithTheWrongAnswersBelow) {
  EXPECT_EQ(
      summary_text(testing::sample()),
      "small: 6 tasks × 2 configurations; limits of a run: 60 s of CPU time, 1000 MB of memory\n"
      "Incomplete: 1 of 12 runs is missing.\n"
      "configuration  correct  true  false  wrong  unconfirmed  unknown  timeout  memory  error  "
      "missing    points  CPU s of correct\n"
      "expl                 2     1      1      1            1        1        0       0      1  "
      "      0  -29 of 6              3.00\n"
      "pred                 2     1      1      1            0        0        1       1      0  "
      "      1  -13 of 6              4.50\n"
      "WRONG: c by expl says true, expected false\n"
      "WRONG: d by pred says false, expected true\n");
}

TEST(Reports, SayThatTheyAreIncomplete) {
  Results results = testing::sample();
  EXPECT_THAT(markdown_report(results, nullptr),
              HasSubstr("**Incomplete: 1 of 12 runs is missing.**"));
  EXPECT_THAT(html_report(results, nullptr), HasSubstr("Incomplete: 1 of 12 runs is missing."));
  results.left_out = {{5, 1}};
  EXPECT_THAT(summary_text(results), Not(HasSubstr("Incomplete")));
}

TEST(Summary, TellsWhatChanged) {
  const Results earlier = testing::sample();
  Results now = testing::sample();
  EXPECT_THAT(summary_text(now, &earlier), HasSubstr("Nothing differs.\n"));
  now.runs[0][0] = run(Status::timeout, 60);
  EXPECT_THAT(summary_text(now, &earlier), HasSubstr("lost: a by expl: timeout, was true\n"));
}

TEST(Summary, ShowsContradictions) {
  Results results = testing::sample();
  results.runs[4][1] = run(Status::violated, 5);
  EXPECT_THAT(summary_text(results), HasSubstr("CONTRADICTION: e: true by expl; false by pred\n"));
}

TEST(Csv, HasALineARun) {
  const std::string text = csv_report(testing::sample());
  EXPECT_EQ(count(text, "\n"), 12U);  // a heading and eleven runs; one is missing
  EXPECT_THAT(text,
              HasSubstr("c,ssh,unreach-call,expl,false,true,,wrong,3.000,3.500,2048,-32,node1\n"));
  EXPECT_THAT(text, HasSubstr("d,ssh,unreach-call,expl,true,unknown,stuck,none,3.000,"));
  EXPECT_THAT(text, HasSubstr("e,ssh,unreach-call,expl,,true,,unconfirmed,8.000,"));
}

TEST(Csv, HasColumnsForWhatToolsCount) {
  Results results = testing::sample();
  results.runs[1][0]->figures = {{"iterations", "17"}};
  const std::string text = csv_report(results);
  EXPECT_THAT(text, HasSubstr(",points,host,iterations\n"));
  EXPECT_THAT(text, HasSubstr("\na,locks,unreach-call,expl,true,true,,correct,1.000,1.500,2048,2,"
                              "node1,\n"));
  EXPECT_THAT(text, HasSubstr(",2048,1,node1,17\n"));
}

TEST(Csv, IsText) {
  Results results = testing::sample();
  results.tasks[0].name = "a\xFFz";
  EXPECT_THAT(csv_report(results), HasSubstr("\na\xEF\xBF\xBDz,locks,"));
}

TEST(Csv, QuotesWhatNeedsIt) {
  EXPECT_THAT(csv_report(hostile()), HasSubstr("\"a</td><b>|\"\"x\"\", y\nz\",locks,"));
}

TEST(Markdown, ShowsSummaryFamiliesAndPairs) {
  const std::string text = markdown_report(testing::sample(), nullptr);
  EXPECT_THAT(text,
              HasSubstr("| expl | 2 | 1 | 1 | 1 | 1 | 1 | 0 | 0 | 1 | 0 | -29 of 6 | 3.00 |\n"));
  EXPECT_THAT(text, HasSubstr("- **Wrong**: c by expl says true, expected false\n"));
  EXPECT_THAT(text, HasSubstr("| ssh | 3 | 1 of 3 (8.00), 1 wrong | 1 of 3 (0.50), 1 wrong |\n"));
  EXPECT_THAT(text, HasSubstr("| expl | pred | 1 | 2 | 1 | 1 | 1.00 | 4.00 |\n"));
  // Down pred, across expl: the timeout of pred is where expl says false.
  EXPECT_THAT(text, HasSubstr("| timeout | 0 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |\n"));
  EXPECT_THAT(text, Not(HasSubstr("Differences")));
}

TEST(Markdown, ShowsDifferences) {
  Results now = testing::sample();
  now.runs[1][1] = run(Status::violated, 3);
  const Results earlier = testing::sample();
  const std::string text = markdown_report(now, &earlier);
  EXPECT_THAT(text, HasSubstr("| gained | 1 | 0 | 1 |\n"));
  EXPECT_THAT(text, HasSubstr("| gained | b | pred | timeout | false | 60.0 | 3.00 |\n"));
}

TEST(Markdown, EscapesWhatTheCampaignSays) {
  const std::string text = markdown_report(hostile(), nullptr);
  EXPECT_THAT(text, HasSubstr("tool --a\\|b \\`x\\` \\<y\\>"));
  EXPECT_THAT(text, HasSubstr("# Campaign \\<img src=x\\>"));
}

TEST(Html, CarriesTheRunsAsData) {
  const nlohmann::json data = data_of(html_report(testing::sample(), nullptr));
  EXPECT_EQ(data["columns"], nlohmann::json({"expl", "pred"}));
  EXPECT_EQ(data["tasks"].size(), 6U);
  // Status, mark, CPU, wall, memory, points, detail, host.
  const nlohmann::json wrong = data["runs"][2][0];
  EXPECT_EQ(data["statuses"][wrong[0].get<int>()], "true");
  EXPECT_EQ(data["marks"][wrong[1].get<int>()], "wrong");
  EXPECT_EQ(wrong[2], 3.0);
  EXPECT_EQ(wrong[4], 2048);
  EXPECT_EQ(wrong[5], -32);
  EXPECT_EQ(data["texts"][data["runs"][3][0][6].get<std::size_t>()], "stuck");
  EXPECT_TRUE(data["runs"][5][1].is_null());
  EXPECT_FALSE(data.contains("changes"));
}

TEST(Html, CarriesTheDifferences) {
  Results now = testing::sample();
  now.runs[1][1] = run(Status::violated, 3);
  const Results earlier = testing::sample();
  const nlohmann::json data = data_of(html_report(now, &earlier));
  ASSERT_EQ(data["changes"].size(), 1U);
  EXPECT_EQ(data["changes"][0], nlohmann::json({"gained", 1, 1, 3, 0, 60.0}));
}

TEST(Html, NoTextOfTheCampaignIsMarkup) {
  const Results results = hostile();
  const std::string page = html_report(results, nullptr);
  EXPECT_EQ(count(page, "<script"), 2U);
  EXPECT_EQ(count(page, "</script"), 2U);
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("<b>|")));
  EXPECT_THAT(page, Not(HasSubstr("<!--")));
  EXPECT_THAT(page, HasSubstr("&lt;img src=x&gt; &amp; "));
  EXPECT_EQ(data_of(page)["columns"][0], results.columns[0].name);
  EXPECT_EQ(data_of(page)["tasks"][0][0], results.tasks[0].name);
}

TEST(Html, NeedsNothingElse) {
  const std::string page = html_report(testing::sample(), nullptr);
  EXPECT_THAT(page, Not(HasSubstr(" src=")));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr("url(")));
  EXPECT_THAT(page, Not(HasSubstr("@import")));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
}

TEST(Html, ShowsFamiliesAsShares) {
  EXPECT_THAT(html_report(testing::sample(), nullptr),
              HasSubstr("<td class=\"heat\" style=\"--share:0.667\"><b>2/3</b> <small>3.00 s"));
}

TEST(Reports, TheSameResultsGiveTheSameBytes) {
  const Results now = testing::large_sample(60, 4);
  const Results earlier = testing::large_sample(50, 3);
  const Results again = testing::large_sample(60, 4);
  EXPECT_EQ(summary_text(now), summary_text(again));
  EXPECT_EQ(csv_report(now), csv_report(again));
  EXPECT_EQ(markdown_report(now, &earlier), markdown_report(again, &earlier));
  EXPECT_EQ(html_report(now, &earlier), html_report(again, &earlier));
}

TEST(Reports, ThereMayBeNothingToReport) {
  const Results nothing;
  EXPECT_THAT(summary_text(nothing), HasSubstr("0 tasks × 0 configurations"));
  EXPECT_THAT(markdown_report(nothing, &nothing), HasSubstr("0 runs in both"));
  EXPECT_EQ(data_of(html_report(nothing, &nothing))["runs"].size(), 0U);
  EXPECT_EQ(count(csv_report(nothing), "\n"), 1U);
}

TEST(Reports, APageOfTenThousandRunsIsSmall) {
  EXPECT_LT(html_report(testing::large_sample(1000, 10), nullptr).size(), 500'000U);
}

}  // namespace
}  // namespace arges::campaign
