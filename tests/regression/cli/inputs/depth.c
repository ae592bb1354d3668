extern void reach_error(void);

static int count(int n) {
  return n == 0 ? 0 : 1 + count(n - 1);
}

int main(void) {
  if (count(5) != 5) reach_error();
  return 0;
}
