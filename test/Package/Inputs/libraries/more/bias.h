constexpr float bias = vendorBias - 9;
