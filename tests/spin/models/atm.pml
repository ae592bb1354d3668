/* A cash machine: three wrong numbers and the card is kept; otherwise money, as long as there is some. */
byte tries, cash = 3;
bool card, known, kept, money;

active proctype machine() {
idle:
  if
  :: card = false; goto idle
  :: d_step { card = true; kept = false; tries = 0 }
  :: d_step { cash < 3 -> cash = 3 }; goto idle
  fi;
ask:
  if
  :: d_step { known = true }
  :: d_step { tries < 2 -> tries++ }; goto ask
  :: d_step { tries == 2 -> card = false; kept = true }; goto idle
  :: d_step { card = false }; goto idle
  fi;
  if
  :: d_step { cash > 0 -> cash--; money = true };
     d_step { money = false; known = false; card = false }
  :: d_step { known = false; card = false }
  fi;
  goto idle
}
