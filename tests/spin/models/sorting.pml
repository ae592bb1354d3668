/* Three numbers up to 2 are sorted by swapping neighbours in any order, again and again. */
byte a, b, c, t;
bool sorted = true;

active proctype sorter() {
  byte i, j, k;
  do
  :: select(i : 0 .. 2);
     select(j : 0 .. 2);
     select(k : 0 .. 2);
     d_step { a = i; b = j; c = k; sorted = false; i = 0; j = 0; k = 0 };
     do
     :: d_step { a > b -> t = a; a = b; b = t; t = 0 }
     :: d_step { b > c -> t = b; b = c; c = t; t = 0 }
     :: d_step { a <= b && b <= c -> sorted = true }; break
     od
  od
}
