// VERDICT: true
// A third is rounded; three of them happen to be one.
extern void reach_error(void);

int main(void) {
  float third = 1.0f / 3;
  double exact = 1.0 / 3;
  int whole = third * 3;
  if (third == exact || whole != 1) reach_error();
  return 0;
}
