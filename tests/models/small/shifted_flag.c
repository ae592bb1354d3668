// VERDICT: false
// Bits of two inputs are put together.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char low = __VERIFIER_nondet_uchar();
  unsigned char high = __VERIFIER_nondet_uchar();
  unsigned int word = ((unsigned int)high << 8) | (low & 15);
  if (word == 0x1203) reach_error();
  return 0;
}
