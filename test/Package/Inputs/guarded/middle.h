#include "acme/ops.h"
