/* A till: what was paid is given back as change, in coins of 1, 2 and 5.
   The last line of `change` forgets that an amount may be left over. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int change(int amount) {
  int coins = 0;
  while (amount >= 5) {
    amount -= 5;
    coins++;
  }
  while (amount >= 2) {
    amount -= 2;
    coins++;
  }
  return coins;
}

int main(void) {
  int price = __VERIFIER_nondet_int();
  int paid = __VERIFIER_nondet_int();
  if (price < 1 || paid > 20 || paid <= price) return 0;
  if (change(paid - price) == 0) reach_error();
  return 0;
}
