/* A farmer takes a wolf, a goat and a cabbage across a river. When something was eaten or all are across, it begins anew. */
bool farmer, wolf, goat, cabbage, eaten;
#define across (farmer && wolf && goat && cabbage)

active proctype crossing() {
  do
  :: d_step { !eaten && !across -> farmer = !farmer; eaten = (wolf == goat && wolf != farmer) || (goat == cabbage && goat != farmer) }
  :: d_step { !eaten && !across && wolf == farmer -> farmer = !farmer; wolf = farmer; eaten = goat == cabbage && goat != farmer }
  :: d_step { !eaten && !across && goat == farmer -> farmer = !farmer; goat = farmer; eaten = false }
  :: d_step { !eaten && !across && cabbage == farmer -> farmer = !farmer; cabbage = farmer; eaten = wolf == goat && wolf != farmer }
  :: d_step { eaten || across -> farmer = false; wolf = false; goat = false; cabbage = false; eaten = false }
  od
}
