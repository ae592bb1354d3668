/* A washing machine: fill, wash twice as long as it rinses, drain, spin; the door is locked all the while. */
mtype = { IDLE, FILL, WASH, RINSE, DRAIN, SPIN };
mtype phase = IDLE;
byte water, timer;
bool locked, rinsed;

active proctype machine() {
idle:
  if
  :: locked = false; goto idle
  :: d_step { phase = FILL; locked = true; rinsed = false }
  fi;
fill:
  if
  :: d_step { water < 2 -> water++ }; goto fill
  :: d_step { water == 2 && !rinsed -> phase = WASH; timer = 4 }
  :: d_step { water == 2 && rinsed -> phase = RINSE; timer = 2 }
  fi;
turns:
  if
  :: d_step { timer > 0 -> timer-- }; goto turns
  :: d_step { timer == 0 && phase == WASH -> phase = DRAIN }
  :: d_step { timer == 0 && phase == RINSE -> phase = DRAIN }
  fi;
drain:
  if
  :: d_step { water > 0 -> water-- }; goto drain
  :: d_step { water == 0 && !rinsed -> rinsed = true; phase = FILL }; goto fill
  :: d_step { water == 0 && rinsed -> phase = SPIN; timer = 3 }
  fi;
spin:
  if
  :: d_step { timer > 0 -> timer-- }; goto spin
  :: d_step { timer == 0 -> phase = IDLE; locked = false }; goto idle
  fi
}
