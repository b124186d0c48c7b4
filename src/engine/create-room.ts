/** Runs work when there is room for its size and answers what it answers. */
export type Room = <T>(size: number, work: () => Promise<T>) => Promise<T>;

/** Lets works run whose sizes together are at most `most`, in the order they came; one that is larger than that has the room for itself. */
export function createRoom(most: number): Room {
  const waiting: Array<{ size: number; begin: () => void }> = [];
  let left = most;
  const admit = () => {
    for (let next = waiting[0]; next && next.size <= left; next = waiting[0]) {
      waiting.shift();
      left -= next.size;
      next.begin();
    }
  };
  return async (wanted, work) => {
    const size = Math.min(most, Math.max(1, wanted));
    await new Promise<void>((begin) => {
      waiting.push({ size, begin });
      admit();
    });
    try {
      return await work();
    } finally {
      left += size;
      admit();
    }
  };
}
