// One step, and then a loop without any.
extern void __VERIFIER_ltl_step(void);
int x;

int main(void) {
  __VERIFIER_ltl_step();
  while (1) x = 1 - x;
}
