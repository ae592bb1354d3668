/* The greatest common divisor by subtraction, of two numbers up to 6, over and over. */
byte a = 1, b = 1;
bool ready;

active proctype euclid() {
  byte x, y;
  do
  :: select(x : 1 .. 6);
     select(y : 1 .. 6);
     d_step { a = x; b = y; ready = false; x = 0; y = 0 };
     do
     :: d_step { a > b -> a = a - b }
     :: d_step { b > a -> b = b - a }
     :: d_step { a == b -> ready = true }; break
     od
  od
}
