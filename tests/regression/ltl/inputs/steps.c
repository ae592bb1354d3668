/* Its steps are not its statements. */
extern void __VERIFIER_ltl_step(void);
int x = 0;

int main(void) {
  while (1) {
    x = 1;
    x = 0;
    __VERIFIER_ltl_step();
  }
}
