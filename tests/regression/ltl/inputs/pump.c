/* A pump that empties a tank of any level, then waits; what wears it out is never repaired. */
extern int __VERIFIER_nondet_int(void);
int init = 0, running = 0, level, wear = -7;

int main(void) {
  init = 1;
  while (1) {
    level = __VERIFIER_nondet_int();
    running = 1;
    while (level > 0)
      level = level - 3;
    running = 0;
  }
}
