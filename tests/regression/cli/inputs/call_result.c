// What becomes of the result of a call, and of an element that gets the value that all others have.
extern void reach_error(void);

static int twice(int number) {
  return 2 * number;
}

int main(void) {
  int parts[3] = {5, 0, 0};
  int whole = 1;
  whole = twice(parts[0]);
  parts[0] = 0;
  if (whole == 10)
    reach_error();
  return 0;
}
