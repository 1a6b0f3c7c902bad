constexpr float vendorBias = 10;
