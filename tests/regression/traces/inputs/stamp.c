// A machine that counts coins; asking for more than it got is an error.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int coins = __VERIFIER_nondet_int();
  if (coins < 1 || coins > 3) return 0;
  int wanted = __VERIFIER_nondet_int();
  if (wanted < 0) return 0;
  if (wanted > coins) reach_error();
  return 0;
}
