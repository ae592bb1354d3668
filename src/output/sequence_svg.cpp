#include "output/sequence_svg.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "output/xml_stream.h"

namespace arges::output {

namespace {

using Kind = SequenceDiagram::Item::Kind;

// The font has characters of one width, which is the only one that can be known without it.
constexpr double letter = 7.25;
constexpr double text_line = 16;
constexpr double margin = 16;
constexpr double head = 26;
constexpr double title = 30;
constexpr double row = 28;   ///< of a message
constexpr double gap = 8;    ///< between items
constexpr double loop = 28;  ///< how far a message to oneself reaches

double width_of(std::string_view text) {
  const auto characters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  return static_cast<double>(characters) * letter;
}

/// Broken behind commas where lines get long.
std::vector<std::string> broken(const std::vector<std::string>& lines) {
  constexpr std::size_t longest = 44;
  std::vector<std::string> result;
  for (const std::string& line : lines) {
    std::string rest = line;
    while (rest.size() > longest) {
      std::size_t cut = rest.rfind(", ", longest);
      if (cut == std::string::npos) cut = rest.find(", ");
      if (cut == std::string::npos) break;
      result.push_back(rest.substr(0, cut + 1));
      rest.erase(0, cut + 2);
    }
    result.push_back(rest);
  }
  return result;
}

double box_width(const std::vector<std::string>& lines) {
  double result = 0;
  for (const std::string& line : broken(lines)) result = std::max(result, width_of(line));
  return result + 28;
}

std::string number(double value) { return fmt::format("{:.6g}", value); }

}  // namespace

const char* SequenceSvg::style() {
  return "text{font:12px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#1f2328}"
         ".title{font-weight:bold}"
         ".page{fill:#fff}.over{paint-order:stroke;stroke:#fff;stroke-width:4px}"
         ".life{stroke:#8c959f}.waits{stroke:#8c959f;stroke-dasharray:1 5}"
         ".message{stroke:#1f2328;fill:none}.tip{fill:#1f2328}"
         ".head{fill:#ddf4ff;stroke:#54718c}.environment{fill:#f6f8fa;stroke:#8c959f}"
         ".states{fill:#fff8c5;stroke:#9a8232}.note{fill:#ffebe9;stroke:#b35900}"
         ".frame{fill:none;stroke:#8250df}.tab{fill:#f3ebff;stroke:#8250df}"
         ".cut{stroke:#8250df;stroke-dasharray:5 4}"
         "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117}.over{stroke:#"
         "0d1117}"
         ".life,.waits{stroke:#6e7681}.message{stroke:#e6edf3}.tip{fill:#e6edf3}"
         ".head{fill:#12304d;stroke:#6ca4d9}.environment{fill:#21262d;stroke:#8b949e}"
         ".states{fill:#3b3312;stroke:#c9a93f}.note{fill:#4d1f1a;stroke:#f0883e}"
         ".frame,.cut{stroke:#b392f0}.tab{fill:#2d2147;stroke:#b392f0}}";
}

SequenceSvg::SequenceSvg(const SequenceDiagram& diagram) : diagram_(diagram) {
  place_life_lines();
  height_ = margin + title + head + gap;
  for (const Item& item : diagram.items) height_ += item_height(item);
  height_ += margin;
}

/// As near to each other as what is written at and between them allows.
void SequenceSvg::place_life_lines() {
  const std::size_t count = diagram_.life_lines.size();
  std::vector<double> half(count);   // of what is centred at a line
  std::vector<double> right(count);  // of messages to oneself
  double left = 0;
  for (std::size_t i = 0; i < count; ++i) half[i] = width_of(diagram_.life_lines[i].name) / 2 + 12;
  std::vector<Message> between;
  for (const Item& item : diagram_.items) {
    if (item.kind == Kind::states || item.kind == Kind::note)
      half[item.life_line] = std::max(half[item.life_line], box_width(item.lines) / 2);
    for (const auto& event : item.events)
      for (const Message& message : event) {
        const double width = width_of(message.text) + 24;
        if (message.from == SequenceDiagram::outside)
          left = std::max(left, width + 24);
        else if (message.from == message.to)
          right[message.from] = std::max(right[message.from], width + loop);
        else
          between.push_back(message);
      }
  }
  double x = margin + std::max({left, half[0], 40.0});
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) x += std::max(half[i - 1] + half[i] + 12, right[i - 1] + 12);
    for (const Message& message : between)
      if (std::max(message.from, message.to) == i)
        x = std::max(x, centers_[std::min(message.from, message.to)] + width_of(message.text) + 40);
    centers_.push_back(x);
  }
  width_ = x + std::max({half.back(), right.back(), 24.0}) + margin;
  width_ = std::max(width_, width_of(diagram_.title) * 1.1 + 2 * margin);
}

double SequenceSvg::item_height(const Item& item) const {
  const auto lines = static_cast<double>(broken(item.lines).size());
  switch (item.kind) {
    case Kind::events: {
      double result = gap;
      for (const auto& event : item.events) result += static_cast<double>(event.size()) * row;
      const auto count = static_cast<double>(item.events.size());
      return item.events.size() < 2 ? result : result + 20 + count * 6;
    }
    case Kind::states:
    case Kind::note:
      return lines * text_line + 10 + gap;
    case Kind::delay:
    case Kind::loop:
      break;
  }
  return row + gap;
}

void SequenceSvg::draw(pugi::xml_node to, double top) {
  group_ = add_element(to, "g", {{"transform", fmt::format("translate(0 {})", number(top))}});
  y_ = margin + 12;
  text(margin, y_, "start", diagram_.title);
  group_.last_child().append_attribute("class").set_value("title");
  y_ = margin + title;
  lines_ = add_element(group_, "g");  // below all that comes
  draw_heads();
  double from = y_;
  y_ += gap;
  tops_.assign(1, y_);
  for (const Item& item : diagram_.items) tops_.push_back(tops_.back() + item_height(item));
  for (const Item& item : diagram_.items) {
    if (item.kind == Kind::delay) {
      draw_life_line(from, y_, "life");
      draw_life_line(y_, y_ + item_height(item), "waits");
      from = y_ + item_height(item);
    }
    draw_item(item);
  }
  draw_life_line(from, y_, "life");
}

void SequenceSvg::draw_heads() {
  for (std::size_t i = 0; i < centers_.size(); ++i) {
    const auto& line = diagram_.life_lines[i];
    const bool is_machine = line.kind == SequenceDiagram::LifeLine::Kind::machine;
    const double width = width_of(line.name) + 20;
    add_element(group_, "rect",
                {{"class", is_machine ? "head" : "environment"},
                 {"x", number(centers_[i] - width / 2)},
                 {"y", number(y_)},
                 {"width", number(width)},
                 {"height", number(head)},
                 {"rx", is_machine ? "2" : "13"}});
    text(centers_[i], y_ + 17, "middle", line.name);
  }
  y_ += head;
}

void SequenceSvg::draw_life_line(double from, double to, const char* look) {
  for (const double x : centers_)
    add_element(lines_, "line",
                {{"class", look},
                 {"x1", number(x)},
                 {"y1", number(from)},
                 {"x2", number(x)},
                 {"y2", number(to)}});
}

void SequenceSvg::draw_item(const Item& item) {
  const double end = y_ + item_height(item);
  switch (item.kind) {
    case Kind::events:
      draw_events(item);
      break;
    case Kind::states:
    case Kind::note:
      draw_box(item);
      break;
    case Kind::delay:
      draw_delay(item);
      break;
    case Kind::loop:
      text(margin, y_ + 18, "start", "from here on for ever:");
      break;
  }
  y_ = end;
}

/// Several are in a frame as UML has it for what is parallel.
void SequenceSvg::draw_events(const Item& item) {
  const bool is_parallel = item.events.size() > 1;
  const double left = 6;
  if (is_parallel) {
    const double height = item_height(item) - gap;
    add_element(group_, "rect",
                {{"class", "frame"},
                 {"x", number(left)},
                 {"y", number(y_)},
                 {"width", number(width_ - 2 * left)},
                 {"height", number(height)}});
    const double tab = y_ + 18;
    add_element(group_, "path",
                {{"class", "tab"},
                 {"d", fmt::format("M{0} {1}h36v12l-6 6h-30z", number(left), number(y_))}});
    text(left + 6, tab - 4, "start", "par");
    y_ = tab;
  }
  for (std::size_t i = 0; i < item.events.size(); ++i) {
    if (is_parallel) y_ += 3;
    if (i > 0) line("cut", left, y_, width_ - left, y_);
    if (is_parallel) y_ += 3;
    for (const Message& message : item.events[i]) draw_message(message);
  }
}

/// A message that is received later: down to where that is, or, dashed, to nowhere.
void SequenceSvg::draw_delivery(const Message& message, double end) {
  const double from = centers_[message.from];
  const double to = centers_[message.to];
  const double start = y_ + row - 8;
  const double way = from < to ? -1 : 1;
  line(message.received ? "message" : "waits", from, start, to + way * 6, end);
  add_element(group_, "path",
              {{"class", "tip"},
               {"d", fmt::format("M{0} {1}l{2} -4v8z", number(to), number(end), number(way * 8))}});
  text(from + (to - from) * 0.35, start + (end - start) * 0.35 - 5, "middle", message.text);
  group_.last_child().append_attribute("class").set_value("over");
}

void SequenceSvg::draw_message(const Message& message) {
  if (message.kind == Message::Kind::asynchronous && message.from != message.to) {
    draw_delivery(message, message.received ? tops_[*message.received] + 6 : y_ + row - 8);
    y_ += row;
    return;
  }
  const double to = centers_[message.to];
  const double y = y_ + row - 8;
  const bool is_outside = message.from == SequenceDiagram::outside;
  if (message.from == message.to) {
    add_element(group_, "path",
                {{"class", "message"},
                 {"d", fmt::format("M{0} {1}h{2}v12H{3}", number(to), number(y - 8), number(loop),
                                   number(to + 6))}});
    text(to + loop + 6, y, "start", message.text);
    add_element(
        group_, "path",
        {{"class", "tip"}, {"d", fmt::format("M{0} {1}l8 -4v8z", number(to), number(y + 4))}});
  } else {
    const double from = is_outside ? to - width_of(message.text) - 40 : centers_[message.from];
    const double way = from < to ? -1 : 1;
    line("message", from, y, to + way * 6, y);
    add_element(group_, "path",
                {{"class", "tip"},
                 {"d", fmt::format("M{0} {1}l{2} -4v8z", number(to), number(y), number(way * 8))}});
    text((from + to) / 2, y - 5, "middle", message.text);
    group_.last_child().append_attribute("class").set_value("over");
  }
  y_ += row;
}

void SequenceSvg::draw_box(const Item& item) {
  const std::vector<std::string> lines = broken(item.lines);
  const double width = box_width(item.lines);
  const double height = static_cast<double>(lines.size()) * text_line + 10;
  const double center = centers_[item.life_line];
  const double left = center - width / 2;
  const std::string shape =
      item.kind == Kind::states
          ? fmt::format("M{0} {1}l8 {2}h{3}l8 -{2}l-8 -{2}h-{3}z", number(left),
                        number(y_ + height / 2), number(height / 2), number(width - 16))
          : fmt::format("M{0} {1}h{2}l8 8v{3}h-{4}z", number(left), number(y_), number(width - 8),
                        number(height - 8), number(width));
  add_element(group_, "path",
              {{"class", item.kind == Kind::states ? "states" : "note"}, {"d", shape}});
  double y = y_ + 17;
  for (const std::string& one : lines) {
    text(center, y, "middle", one);
    y += text_line;
  }
}

void SequenceSvg::draw_delay(const Item& item) {
  const std::string label = fmt::format("{}", fmt::join(item.lines, ", "));
  const double center = (centers_.front() + centers_.back()) / 2;
  const double width = width_of(label) + 12;
  add_element(group_, "rect",
              {{"class", "page"},
               {"x", number(center - width / 2)},
               {"y", number(y_ + 6)},
               {"width", number(width)},
               {"height", "20"}});
  text(center, y_ + 20, "middle", label);
}

std::string svg_of(const std::string& title, const std::vector<SequenceDiagram>& diagrams) {
  double width = 200;
  double height = 20;
  for (const SequenceDiagram& diagram : diagrams) {
    const SequenceSvg drawing(diagram);
    width = std::max(width, drawing.width());
    height += drawing.height();
  }
  const std::string across = fmt::format("{:.0f}", width);
  const std::string down = fmt::format("{:.0f}", height);
  pugi::xml_document document;
  pugi::xml_node root = add_element(document, "svg",
                                    {{"xmlns", "http://www.w3.org/2000/svg"},
                                     {"width", across},
                                     {"height", down},
                                     {"viewBox", fmt::format("0 0 {} {}", across, down)}});
  add_element(root, "title", {}, title);
  add_element(root, "style", {}, SequenceSvg::style());
  add_element(root, "rect", {{"class", "page"}, {"width", across}, {"height", down}});
  double top = 0;
  for (const SequenceDiagram& diagram : diagrams) {
    SequenceSvg drawing(diagram);
    drawing.draw(root, top);
    top += drawing.height();
  }
  std::ostringstream text;
  document.save(text, " ", pugi::format_default, pugi::encoding_utf8);
  return text.str();
}

void SequenceSvg::text(double x, double y, const char* anchor, const std::string& content) {
  add_element(group_, "text", {{"x", number(x)}, {"y", number(y)}, {"text-anchor", anchor}},
              content);
}

void SequenceSvg::line(const char* look, double x1, double y1, double x2, double y2) {
  add_element(group_, "line",
              {{"class", look},
               {"x1", number(x1)},
               {"y1", number(y1)},
               {"x2", number(x2)},
               {"y2", number(y2)}});
}

}  // namespace arges::output
