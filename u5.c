extern void reach_error(void);
union U { unsigned u; struct { unsigned a:3; unsigned b:5; int c:8; } f; };
union F { float f; unsigned u; };
int main(void){ union U u; u.u = 0xffff; if (u.f.a != 7 || u.f.b != 31 || u.f.c != -1) reach_error(); u.f.b = 0; if (u.u != 0xff07) reach_error();
 return 0; //END
}
