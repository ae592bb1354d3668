// VERDICT: false
// The second call of a function that remembers.
extern void reach_error(void);

int used;

int ready(void) {
  used++;
  return used < 2;
}

int main(void) {
  if (ready() && !ready()) reach_error();
  return 0;
}
