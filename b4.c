extern void reach_error(void);
struct S { unsigned a:4; unsigned :0; unsigned b:4; int :3; int c:3; };
union U { struct S s; unsigned char x; };
struct S mk(int n){ struct S s = {n, n+1, n+2}; return s; }
int sum(struct S s){ s.a++; return s.a + s.b + s.c; }
int main(void){ struct S s = mk(14); if (s.a!=14||s.b!=15||s.c!=0) reach_error();
 if (sum(s)!=30) reach_error(); if (s.a!=14) reach_error();
 struct S t; t = s.a > 3 ? mk(3) : s; if (t.c != -3) reach_error();
 struct S *p = &t; struct S u = *p; u.a |= 12; if (u.a != 15 || t.a != 3) reach_error();
 if (sizeof(struct S) != 8) reach_error();
 if ((mk(20)).a != 4) reach_error();
 return 0; //END
}
