extern void reach_error(void);
union U { long long ll; struct { unsigned lo; int hi; } w; unsigned char c[8]; };
struct T { int a; union U u; int z; } g = { 1, { .w = { 5, -1 } }, 9 };
union U f(union U x){ x.w.lo += 1; return x; }
int main(void){ if (g.u.ll != -4294967291LL) reach_error();
 union U r = f(g.u); if (r.ll != -4294967290LL) reach_error(); if (g.u.w.lo != 5) reach_error();
 g.u.c[7] = 0; if (g.u.w.hi != 0x00ffffff) reach_error(); if (g.z != 9||g.a!=1) reach_error();
 struct T t = g; t.u.ll = 1; if (g.u.ll == 1) reach_error(); if (t.u.w.hi) reach_error();
 union U *p = &t.u; p->w.hi = 2; if (t.u.ll != 0x200000001LL) reach_error();
 int i = 4; p->c[i] += 254; if (p->w.hi != 0) reach_error();
 struct T arr[3]; for(i=0;i<3;i++){ arr[i].u.ll = i; arr[i].u.c[1] = i; }
 if (arr[2].u.w.lo != 0x202) reach_error(); if (arr[1].u.w.lo != 0x101) reach_error();
 return 0; //END
}
