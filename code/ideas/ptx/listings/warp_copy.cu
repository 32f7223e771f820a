// One warp copies `words` 16-byte words; each lane keeps UNROLL loads in flight.
__device__ __forceinline__ int4 load_streaming(const int4* p) {
    int4 v;
    asm("ld.global.nc.L1::no_allocate.v4.s32 {%0, %1, %2, %3}, [%4];"
        : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
    return v;
}

__device__ __forceinline__ void store_streaming(int4* p, int4 v) {
    asm volatile("st.global.L1::no_allocate.v4.s32 [%0], {%1, %2, %3, %4};"
                 : : "l"(p), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

template <int UNROLL, bool TAIL>
__device__ __forceinline__ void copy(int words, const int4* from, int4* to) {
    constexpr int stride = 32 * UNROLL;
    const int lane = threadIdx.x % 32;
    const int whole = words / stride * stride;
    int4 held[UNROLL];
    for (int i = lane; i < whole; i += stride) {
        #pragma unroll
        for (int j = 0; j < UNROLL; ++j) held[j] = load_streaming(from + i + 32 * j);
        #pragma unroll
        for (int j = 0; j < UNROLL; ++j) store_streaming(to + i + 32 * j, held[j]);
    }
    if (TAIL) {
        for (int i = whole + lane; i < words; i += 32)
            store_streaming(to + i, load_streaming(from + i));
    }
}

extern "C" __global__ void copy_whole_rounds(const int4* from, int4* to) {
    copy<5, false>(896, from, to);
}

extern "C" __global__ void copy_all(const int4* from, int4* to) {
    copy<5, true>(896, from, to);
}
