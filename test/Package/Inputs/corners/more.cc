int plain();
int more() { return plain() + PRECOMPILED; }
