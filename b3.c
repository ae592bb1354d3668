extern void reach_error(void);
struct S { unsigned a:3; _Bool b:1; signed int c:1; unsigned long long d:40; };
enum E { X=1, Y=2 }; struct R { enum E e:3; unsigned short h:9; signed char i:4; };
struct R r = { .h = 600, .i = 9, .e = Y };
int main(void){ struct S s = { 15, 5, 1, 0xffffffffffULL };
 if (s.a!=7) reach_error(); if (s.b!=1) reach_error(); if (s.c!=-1) reach_error();
 s.d += 2; if (s.d != 1) reach_error();
 s.d = s.d - 2; if (s.d != 0xffffffffffULL) reach_error();
 s.b = 4; if (s.b != 1) reach_error(); s.b = 0; s.b = s.b - 1; if (!s.b) reach_error();
 s.c = 0; s.c--; if (s.c != -1) reach_error();
 if (r.h != 88 || r.i != -7 || r.e != 2) reach_error();
 r.i = ~r.i; if (r.i != 6) reach_error();
 if (~s.a >= 0) reach_error();
 if ((s.a << 30) == 0) reach_error();
 return 0; //END
}
