#include "Driver/Driver.h"

int main(int argc, char **argv) { return onnxc::driver::run({argv + 1, argv + argc}); }
