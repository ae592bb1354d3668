#pragma once

#include <vector>

#include <pugixml.hpp>

#include "output/sequence_diagram.h"

namespace arges::output {

/// Draws a sequence diagram with elements of SVG. What things look like is said by style sheets,
/// so that a drawing can follow a reader's light or dark screen.
class SequenceSvg {
 public:
  explicit SequenceSvg(const SequenceDiagram& diagram);

  double width() const { return width_; }
  double height() const { return height_; }
  /// Adds a group with the drawing, its top left corner at (0, `top`).
  void draw(pugi::xml_node to, double top);

  /// The style sheet that drawings need.
  static const char* style();

 private:
  using Item = SequenceDiagram::Item;
  using Message = SequenceDiagram::Message;

  void place_life_lines();
  double item_height(const Item& item) const;
  void draw_heads();
  void draw_life_line(double from, double to, const char* look);
  void draw_item(const Item& item);
  void draw_events(const Item& item);
  void draw_message(const Message& message);
  void draw_delivery(const Message& message, double end);
  void draw_box(const Item& item);
  void draw_delay(const Item& item);
  void text(double x, double y, const char* anchor, const std::string& content);
  void line(const char* look, double x1, double y1, double x2, double y2);

  const SequenceDiagram& diagram_;
  std::vector<double> centers_;  ///< of the life lines
  double width_ = 0;
  double height_ = 0;
  double y_ = 0;              ///< where drawing goes on
  std::vector<double> tops_;  ///< of the items
  pugi::xml_node lines_;
  pugi::xml_node group_;
};

/// A file with diagrams one below the other.
std::string svg_of(const std::string& title, const std::vector<SequenceDiagram>& diagrams);

}  // namespace arges::output
