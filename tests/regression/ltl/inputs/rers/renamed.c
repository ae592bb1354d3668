// A door in the manner of RERS 2020: 4 (A) opens, 5 (B) closes, 6 (C) asks. It answers 7 (X) once open, 8 (Y) once closed.
#include <stdio.h>

int open = 0;

void calculate_output(int input) {
  int fired = 0;
  if (input == 4 && open == 0) {
    fired = 1;
    open = 1;
    printf("%d\n", 7); fflush(stdout);
  } else if (input == 5 && open == 1) {
    fired = 1;
    open = 0;
    printf("%d\n", 8); fflush(stdout);
  } else if (input == 6) {
    fired = 1;
    printf("%d\n", open == 1 ? 7 : 8); fflush(stdout);
  }
  if (fired == 0)
    fprintf(stderr, "Invalid input: %d\n", input);
}

int main() {
  while (1) {
    int input;
    scanf("%d", &input);
    if (input != 4 && input != 5 && input != 6)
      return -2;
    calculate_output(input);
  }
}
