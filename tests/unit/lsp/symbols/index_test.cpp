#include "lsp/symbols/index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lsp/symbols/languages.h"
#include "lsp/symbols/xml_scan.h"

namespace arges::lsp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;

/// A text in which `@` stands in front of names that are asked for.
class Marked {
 public:
  Marked(std::string_view language, std::string text) {
    for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@')) {
      text.erase(at, 1);
      places_.push_back(static_cast<std::uint32_t>(at));
    }
    source_ = std::make_shared<const SourceText>("test", std::move(text));
    index_ = find_language("", language)->index(*source_);
  }

  /// What each of them means: what the symbol is, in its own words; "-": nothing.
  std::vector<std::string> meanings() const {
    std::vector<std::string> result;
    for (const std::uint32_t place : places_) {
      const auto found = index_.at(place);
      result.push_back(found ? index_.symbol(found->symbol).detail : "-");
    }
    return result;
  }
  const DocumentIndex& index() const { return index_; }

 private:
  std::vector<std::uint32_t> places_;
  SourcePtr source_;
  DocumentIndex index_;
};

TEST(SymbolsTest, OfAControlFlowAutomaton) {
  const Marked text("cfa", R"(main process p {
    var x : int
    var m : [int] -> bv[8]
    init loc A
    error loc x
    @A -> @x { @x := @x + @y  assume @m[0] = 8'd1 }
  })");
  EXPECT_THAT(text.meanings(), ElementsAre("init loc A", "error loc x", "var x : int",
                                           "var x : int", "-", "var m : [int] -> bv[8]"));
  ASSERT_EQ(text.index().properties().size(), 1U);
  EXPECT_EQ(text.index().properties().front().name, "x unreachable");
}

TEST(SymbolsTest, OfATransitionSystem) {
  const Marked text("xsts", R"(type S : { A, B }
  ctrl var s : @S = @A
  var n : integer = 0
  trans { local var t : integer = @n; @t := 1; @s := S.@B; }
  init { @t := 0; } env { skip; } prop { @s == @A })");
  EXPECT_THAT(text.meanings(), ElementsAre("type S : { A, B }", "S.A", "var n : integer = 0",
                                           "local var t : integer = n", "ctrl var s : S = A", "S.B",
                                           "-", "ctrl var s : S = A", "S.A"));
  EXPECT_EQ(text.index().properties().front().name, "prop");
}

TEST(SymbolsTest, OfStateMachines) {
  const Marked text("sm", R"(const int TOP = 3;
  enum Way { Up, Down }
  signal go(int n, Way w), stop;
  class Car {
    int at = 1, best in 0..@TOP;
    Car next;
    initial state Idle {
      on @go(int k, @Way way), @stop [@k > @at] -> @Busy { @at = @k; @next.@best = @TOP; send @go(1, @Up) to @next; }
      defer @stop;
    }
    state Busy {
      initial state Inner { -> @Last; on stop -> @Busy.@Last; }
      state Last { -> @Idle { assert @self.@at < 2; } }
    }
    state Last;
  }
  object a : @Car { @next = @b; }
  object b[2] : Car;
  invariant @a.@at < @TOP && !@b[0].@Busy;
  check deadlock, queue-overflow;
  ltl G @a.@Idle;)");
  EXPECT_THAT(
      text.meanings(),
      ElementsAre("const int TOP = 3", "signal go(int n, Way w)", "enum Way { Up, Down }",
                  "signal stop", "int k", "int at = 1", "state Busy", "int at = 1", "int k",
                  "Car next", "int best in 0..TOP", "const int TOP = 3", "signal go(int n, Way w)",
                  "Up, of enum Way", "Car next", "signal stop", "state Last", "state Busy",
                  "state Last", "initial state Idle", "-", "int at = 1", "class Car", "Car next",
                  "object b[2] : Car", "object a : Car", "int at = 1", "const int TOP = 3",
                  "object b[2] : Car", "state Busy", "object a : Car", "initial state Idle"));
  std::vector<std::string> names;
  for (const OwnProperty& property : text.index().properties()) names.push_back(property.name);
  EXPECT_THAT(names,
              ElementsAre("a.at < TOP && !b[0].Busy", "deadlock", "queue-overflow", "G a.Idle"));
}

TEST(SymbolsTest, ATargetIsTheNearestState) {
  const Marked text("sm", R"(class C {
    initial state A { initial state X { -> @Y; } state Y; }
    state B { initial state Z { -> @Y; -> A.@Y; } state Y { } }
  })");
  const auto at = [&](std::size_t i) {
    const auto& symbol = text.index().symbol(text.index().all("Y", kinds(SymbolKind::state)).at(i));
    return text.index().symbol(*symbol.container).name;
  };
  EXPECT_EQ(at(0), "A");
  EXPECT_EQ(at(1), "B");
  std::vector<std::size_t> uses;
  for (const SymbolId id : text.index().all("Y", kinds(SymbolKind::state)))
    uses.push_back(text.index().uses(id).size());
  EXPECT_THAT(uses, ElementsAre(3U, 2U));
}

TEST(SymbolsTest, OfAStatechart) {
  const Marked text("scxml", R"(<scxml xmlns:a="u" initial="@s">
    <a:environment><a:event name="go"/></a:environment>
    <datamodel><data id="n" expr="0" a:range="0..3"/></datamodel>
    <!-- <state id="gone"/> -->
    <state id="s">
      <transition event="@go @hm @power.*" cond="@n &lt; 2 &amp;&amp; In('@t') &amp;&amp; x.n" target="@t @gone">
        <assign location="@n" expr="@n + 1"/><raise event="hm"/><a:assert cond="n > 0" text="more"/>
      </transition>
    </state>
    <parallel id="t"/>
  </scxml>)");
  EXPECT_THAT(
      text.meanings(),
      ElementsAre("<state id=\"s\">", "<a:event name=\"go\"/>", "<raise event=\"hm\"/>", "-",
                  "<data id=\"n\" expr=\"0\" a:range=\"0..3\"/>", "<parallel id=\"t\"/>",
                  "<parallel id=\"t\"/>", "-", "<data id=\"n\" expr=\"0\" a:range=\"0..3\"/>",
                  "<data id=\"n\" expr=\"0\" a:range=\"0..3\"/>"));
  std::vector<std::string> names;
  for (const OwnProperty& property : text.index().properties()) names.push_back(property.name);
  EXPECT_THAT(names, ElementsAre("assertion n stays in 0..3", "assertion more"));
}

TEST(SymbolsTest, BrokenTextsHaveWhatCanBeSeen) {
  const Marked machines("sm", "class C { int x = ; state A { on  -> @A { @x = } } object o : @C");
  EXPECT_THAT(machines.meanings(), ElementsAre("state A", "int x =", "class C"));
  const Marked chart("scxml", "<scxml><state id=\"a\"><transition target=\"@a\" <state id=\"b");
  EXPECT_THAT(chart.meanings(), ElementsAre("<state id=\"a\">"));
}

TEST(SymbolsTest, EveryBeginningOfATextIsRead) {
  const std::string texts[][2] = {
      {"cfa", "main process p(a : int) { var x : [int] -> (int) init loc A A -> B { x := 1 } }"},
      {"xsts", "type S : { A } ctrl var s : S = A trans { choice { s := S.A; } or { } } prop { }"},
      {"sm",
       "class C { int a[3], b in 0..2; on x(int y) [y] -> A.B { send x(1) to p[0].c; } } "
       "object o[2] : C { a = o[1].b; } check a-b, c; invariant self.x; ltl ( ;"},
      {"scxml",
       "<scxml a='b' c=\"d\"><![CDATA[x]]><?p?><!D><s:data id='x' s:range='1'/></scxml><"}};
  for (const auto& [language, text] : texts)
    for (std::size_t size = 0; size <= text.size(); ++size) {
      const SourceText source("test", text.substr(0, size));
      const DocumentIndex index = find_language("", language)->index(source);
      for (const Reference& one : index.references()) {
        EXPECT_LE(one.range.begin, one.range.end);
        EXPECT_LE(one.range.end, size) << text.substr(0, size);
      }
    }
}

TEST(LanguagesTest, ReservedWordsAndElementsAreProposed) {
  const auto words = [](std::string_view id) { return words_of(*find_language("", id)); };
  EXPECT_THAT(words("cfa"), IsSupersetOf({"process", "assume", "int"}));
  EXPECT_THAT(words("xsts"), IsSupersetOf({"ctrl", "havoc", "choice"}));
  EXPECT_THAT(words("sm"), IsSupersetOf({"signal", "defer", "noflush"}));
  EXPECT_THAT(words("scxml"), IsSupersetOf({"state", "transition"}));
  EXPECT_THAT(words("gamma"), IsEmpty());
}

TEST(LanguagesTest, TheEndingDecides) {
  EXPECT_EQ(find_language("/a.sm", "cfa")->id, "sm");
  EXPECT_EQ(find_language("untitled:1", "cfa")->id, "cfa");
  EXPECT_EQ(find_language("/a.txt", "plaintext"), nullptr);
}

TEST(XmlScanTest, AnEndTagClosesTheNearestOfItsName) {
  const std::string text = "<a><b><c></b><d/></a>";
  std::vector<std::string> parts;
  for (const XmlElement& element : scan_xml(text))
    parts.push_back(text.substr(element.whole.begin, element.whole.size()));
  EXPECT_THAT(parts, ElementsAre("<a><b><c></b><d/></a>", "<b><c></b>", "<c>", "<d/>"));
}

}  // namespace
}  // namespace arges::lsp
