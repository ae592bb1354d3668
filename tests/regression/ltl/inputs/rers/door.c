// A door in the manner of RERS: 1 (A) opens, 2 (B) closes, 3 (C) asks. It answers 24 (X) once open, 25 (Y) once closed.
#include <stdio.h>

int open = 0;

void calculate_output(int input) {
  int fired = 0;
  if (input == 1 && open == 0) {
    fired = 1;
    open = 1;
    printf("%d\n", 24); fflush(stdout);
  } else if (input == 2 && open == 1) {
    fired = 1;
    open = 0;
    printf("%d\n", 25); fflush(stdout);
  } else if (input == 3) {
    fired = 1;
    printf("%d\n", open == 1 ? 24 : 25); fflush(stdout);
  }
  if (fired == 0)
    fprintf(stderr, "Invalid input: %d\n", input);
}

int main() {
  while (1) {
    int input;
    scanf("%d", &input);
    if (input != 1 && input != 2 && input != 3)
      return -2;
    calculate_output(input);
  }
}
