// The counter is even whenever the program says that a step is done, and odd in between.
extern void __VERIFIER_ltl_step(void) __attribute__((__noreturn__));

int counter;

int main(void) {
  while (counter < 100) {
    counter++;
    counter++;
    __VERIFIER_ltl_step();
  }
  return 0;
}
