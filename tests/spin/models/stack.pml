/* A stack of at most three bits in an array; peek shows its top, 2 when it is empty. */
byte cell[3], depth, peek = 2;

active proctype user() {
  do
  :: d_step { depth < 3 -> cell[depth] = 0; depth++; peek = 0 }
  :: d_step { depth < 3 -> cell[depth] = 1; depth++; peek = 1 }
  :: d_step { depth > 1 -> depth--; cell[depth] = 0; peek = cell[depth - 1] }
  :: d_step { depth == 1 -> depth = 0; cell[0] = 0; peek = 2 }
  od
}
