# Makes the page of web/report, as it was built, part of arges_output: report/report_page.cpp.
set(report_bundle ${CMAKE_SOURCE_DIR}/web/report/bundle)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/output/report/report_page.cpp PROPERTIES
  COMPILE_DEFINITIONS "ARGES_REPORT_BUNDLE=\"${report_bundle}\""
  OBJECT_DEPENDS "${report_bundle}/report.js;${report_bundle}/report.css")
