extern void reach_error(void);
union U { char a[16]; int i[4]; };
int main(void){ union U u; u.i[2] = 0x01020304; if (u.a[8] != 4) reach_error();
 return 0; //END
}
