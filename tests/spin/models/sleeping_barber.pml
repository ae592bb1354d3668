/* A barber with two chairs in the waiting room. Who finds no chair goes away; the barber sleeps when nobody is there. */
mtype = { SLEEPS, CUTS };
mtype barber = SLEEPS;
byte waiting;
bool turned_away;

active proctype street() {
  do
  :: d_step { waiting < 2 -> waiting++; turned_away = false }
  :: d_step { waiting == 2 -> turned_away = true }
  od
}

active proctype shop() {
  do
  :: d_step { barber == SLEEPS && waiting > 0 -> waiting--; barber = CUTS }
  :: d_step { barber == CUTS -> barber = SLEEPS }
  od
}
