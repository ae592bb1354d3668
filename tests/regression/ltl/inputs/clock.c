// Counts for ever: that no type is large enough for it does not end the run.
int now;
int light;

int main(void) {
  while (1) {
    now = now + 1;
    light = !light;
  }
}
