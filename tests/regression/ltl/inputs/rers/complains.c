// Goes on for ever only where it complains.
#include <stdio.h>

int main() {
  int input;
  scanf("%d", &input);
  if (input == 1) return 0;
  fprintf(stderr, "Invalid input: %d\n", input);
  while (1);
}
