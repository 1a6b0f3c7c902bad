static int local() { return FORCED; }
int plain() { return local(); }
