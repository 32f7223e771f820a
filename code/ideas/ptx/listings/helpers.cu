// DeepEP-style helpers: each chooses one PTX instruction.
// A pointer is 64 bits ("l"), an int 32 ("r").
#define HELPER __device__ __forceinline__

HELPER int load_relaxed_gpu(const int* address) {
    int value;
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
}

HELPER int load_acquire_gpu(const int* address) {
    int value;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
}

HELPER int load_read_only(const int* address) {
    int value;
    // Not volatile and no clobber: read-only data may be loaded early, late, or once for two uses.
    asm("ld.global.nc.L1::no_allocate.s32 %0, [%1];" : "=r"(value) : "l"(address));
    return value;
}

HELPER void store_relaxed_no_allocate(int* address, int value) {
    asm volatile("st.relaxed.gpu.global.L1::no_allocate.b32 [%0], %1;"
                 : : "l"(address), "r"(value) : "memory");
}

HELPER void store_release_gpu(int* address, int value) {
    asm volatile("st.release.gpu.global.s32 [%0], %1;" : : "l"(address), "r"(value) : "memory");
}

HELPER int add_release_sys(int* address, int value) {
    int old;
    asm volatile("atom.release.sys.global.add.s32 %0, [%1], %2;"
                 : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

extern "C" __global__ void use_all(int* flags, const int* table, int* out) {
    while (load_acquire_gpu(flags) == 0) { }
    int sum = load_relaxed_gpu(flags + 1) + load_read_only(table);
    store_relaxed_no_allocate(out, sum);
    int arrived = add_release_sys(flags + 2, 1);
    if (arrived == 0) store_release_gpu(flags + 3, 1);
}
