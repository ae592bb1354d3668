/* An implementation of lamp.scxml for the test driver; with BROKEN it stays on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int on, level;
static char text[20];

void sut_reset(void) { on = level = 0; }

void sut_send(const char *event, int count, const char *const *arguments) {
  if (!on && strcmp(event, "set") == 0 && count == 1) {
    on = 1;
    level = atoi(arguments[0]);
  } else if (on && strcmp(event, "off") == 0) {
    on = level = 0;
  }
}

void sut_react(unsigned long milliseconds) {
#ifndef BROKEN
  if (milliseconds >= 500) on = level = 0;
#else
  (void)milliseconds;
#endif
}

int sut_is_active(const char *state) {
  if (strcmp(state, "On") == 0) return on;
  return strcmp(state, "Off") == 0 ? !on : -1;
}

int sut_was_sent(const char *output) {
  (void)output;
  return -1;
}

const char *sut_value(const char *variable) {
  if (strcmp(variable, "level") != 0) return NULL;
  sprintf(text, "%d", level);
  return text;
}
