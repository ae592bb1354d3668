extern void reach_error(void);
struct S { unsigned a:3; int b:5; unsigned c:7; unsigned char d; };
int main(void){ struct S s; s.a=9; s.b=15; s.c=200; s.d=255;
 s.b++; if(s.a!=1) reach_error(); if(s.b!=-16) reach_error(); if(s.c!=72) reach_error();
 s.a -= 2; if (s.a!=7) reach_error();
 if ((s.a - 8) >= 0) reach_error(); // promoted to int: -1
 int v = (s.a = 15); if (v != 7) reach_error();
 int w = s.a++; if (w!=7 || s.a!=0) reach_error();
 int z = --s.a; if(z!=7) reach_error();
 s.b = -1; if (s.b > s.a) reach_error();
 s.b <<= 0; s.b >>= 1; if (s.b != -1) reach_error();
 return 0; //END
}
