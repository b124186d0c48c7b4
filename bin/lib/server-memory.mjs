/**
 * What keeps the server's memory small, given to its process by whoever starts it. Without a limit garbage is left lying up to a gigabyte where the
 * machine has room for it; the budgets of docs/operations.md fit below this one. Most of what a request needs is young and gone with it: room for
 * 8 MiB of it is as good as for the 32 that are usual, which are used in full and kept.
 */
export const memoryFlags = ['--max-old-space-size=384', '--max-semi-space-size=8'];

/**
 * The C library's own ways (malloc(3) of glibc; others have none of them): memory that was freed goes back to the machine, and is not kept the more
 * the more was once needed.
 */
export const memoryEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '262144',
};
