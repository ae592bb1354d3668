/* Three discs on three pegs; done when all are on the last one, and then it begins anew. */
byte small, middle, large;
bool done;

active proctype player() {
  byte peg;
  do
  :: select(peg : 0 .. 2);
     if
     :: d_step { !done && peg != small -> small = peg }
     :: d_step { !done && peg != middle && middle != small && peg != small -> middle = peg }
     :: d_step { !done && peg != large && large != small && large != middle && peg != small && peg != middle -> large = peg }
     :: d_step { !done && small == 2 && middle == 2 && large == 2 -> done = true }
     :: d_step { done -> done = false; small = 0; middle = 0; large = 0 }
     :: else -> skip
     fi
  od
}
