/** Bytes that come in pieces, together in one piece of memory that is given back at once, not when the collector finds it. */
export type CollectedBytes = {
  add: (piece: Uint8Array) => void;
  /** All of them; they must not be used any more after `free`. */
  bytes: () => Buffer;
  free: () => void;
};

const firstBytes = 64 * 1024;

/** Collects at most so many bytes. The memory for them doubles as they come, so that nobody gets what was only announced. */
export function collectBytes(most: number): CollectedBytes {
  let memory = new ArrayBuffer(Math.min(most, firstBytes));
  let length = 0;
  return {
    add(piece) {
      const needed = length + piece.length;
      // Moving is what frees the old memory.
      if (needed > memory.byteLength) memory = memory.transfer(Math.max(needed, Math.min(most, 2 * memory.byteLength)));
      new Uint8Array(memory).set(piece, length);
      length = needed;
    },
    bytes: () => Buffer.from(memory, 0, length),
    free() {
      memory = memory.transfer(0);
      length = 0;
    },
  };
}
