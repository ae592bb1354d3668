# Makes the style and the scripts in src/campaign/report/page part of arges_campaign: page_files.h.
set(page_folder ${CMAKE_SOURCE_DIR}/src/campaign/report/page)
# In this order they are one script.
set(page_scripts data.js table.js plot.js quantile.js pairs.js scatter.js runs.js main.js)
set(page_style_text "")
set(page_script_text "")
foreach(name IN ITEMS page.css ${page_scripts})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_folder}/${name})
  file(READ ${page_folder}/${name} text)
  if(name MATCHES "css$")
    string(APPEND page_style_text "${text}")
  else()
    string(APPEND page_script_text "${text}")
  endif()
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/page_files.cpp CONTENT [[
#include "campaign/report/page_files.h"

namespace arges::campaign {

constinit const std::string_view page_style = R"page(@page_style_text@)page";
constinit const std::string_view page_script = R"page(@page_script_text@)page";

}  // namespace arges::campaign
]] @ONLY)
target_sources(arges_campaign PRIVATE ${CMAKE_BINARY_DIR}/generated/page_files.cpp)
