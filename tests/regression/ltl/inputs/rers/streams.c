// Answers A on one stream and everything else on another: both are outputs.
#include <stdio.h>

int main() {
  while (1) {
    int input;
    scanf("%d", &input);
    if (input == 1)
      fprintf(stdout, "%d\n", 24);
    else
      printf("%d\n", 25);
  }
}
