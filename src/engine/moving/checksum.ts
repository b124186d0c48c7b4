import { hash } from 'node:crypto';

export type Checksum = { add: (text: string) => void; text: () => string };

/** A sum over texts that doesn't depend on their order: equal sums mean the same texts. */
export function createChecksum(): Checksum {
  let sum = 0n;
  return {
    add(text) {
      sum = BigInt.asUintN(64, sum + hash('sha256', text, 'buffer').readBigUInt64BE());
    },
    text: () => sum.toString(16).padStart(16, '0'),
  };
}
