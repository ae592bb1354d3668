// Bits of two variables are combined, and a number outgrows them.
int x = 1, y = 5;

int main(void) {
  y = x ^ y;
  while (x > 0) x = x + 1000000000;
  return 0;
}
