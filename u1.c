extern void reach_error(void);
union U { int i; unsigned char c[4]; short s[2]; struct { unsigned char lo; unsigned char hi; } b; };
int main(void){ union U u; u.i = 0x01028384; int k;
 if (u.c[0] != 0x84 || u.c[3] != 1) reach_error();
 int sum=0; for (k=0;k<4;k++) sum += u.c[k]; if (sum != 0x84+0x83+2+1) reach_error();
 if (u.s[0] != (short)0x8384) reach_error(); if (u.s[1] != 0x102) reach_error();
 u.b.hi = 0x7f; if (u.i != 0x01027f84) reach_error();
 u.c[3] = 0xff; if (u.i >= 0) reach_error();
 unsigned char *p = &u.c[1]; *p = 5; p[1] = 6; if (u.i != (int)0xff060584) reach_error();
 short *q = u.s; q++; *q = -1; if (u.i != (int)0xffff0584) reach_error();
 union U v = u; v.i++; if (u.c[0] != 0x84 || v.c[0]!=0x85) reach_error();
 return 0; //END
}
