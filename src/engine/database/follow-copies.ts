import type { Readable } from 'node:stream';

/** Knows whether rows of a copy are still to come. A copy that breaks is told to whoever reads it; it must not end the process. */
export function followCopies() {
  let open = 0;
  return {
    add<T extends Readable>(copy: T): T {
      open++;
      const ended = Promise.withResolvers<void>();
      copy.once('end', ended.resolve).on('error', () => ended.resolve());
      void ended.promise.then(() => open--);
      return copy;
    },
    areOpen: () => open > 0,
  };
}
