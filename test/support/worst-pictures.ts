/** What a scan of a progressive JPEG says of itself: which coefficients it brings, and which of their bits. */
type Scan = { first: number; last: number; high: number; low: number; bits: Bits };
type Bits = Array<[value: number, width: number]>;

const blocksOf = (side: number) => Math.ceil(side / 8) ** 2;
const longestRun = 32_767;

/**
 * A grey progressive JPEG that is valid, small and the most work: each scan goes through all blocks and brings nothing. 5,000 pixels a side in 2,646 scans
 * have 140 KB.
 */
export function jpegOfScans(scans: number, side = 5000): Buffer {
  const blocks = blocksOf(side);
  const nothing: Bits = [];
  for (let left = blocks; left > 0; ) {
    const run = Math.min(left, longestRun);
    const power = Math.floor(Math.log2(run));
    // The code of a run of `power` bits, then the bits themselves.
    nothing.push([power, 4], [run - 2 ** power, power]);
    left -= run;
  }
  const drawn: Scan[] = [{ first: 0, last: 0, high: 0, low: 0, bits: Array.from({ length: blocks }, () => [0, 1]) }];
  for (let place = 0; drawn.length < scans; place++) {
    const [coefficient, low] = [1 + (Math.floor(place / 14) % 63), 13 - (place % 14)];
    drawn.push({ first: coefficient, last: coefficient, high: low === 13 ? 0 : low + 1, low, bits: nothing });
  }
  const size = [side >> 8, side & 255];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, ...size, ...size, 1, 1, 0x11, 0]),
    // One code of one bit for a block that is as grey as the one before.
    segment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    // Codes of four bits for runs of blocks without anything.
    segment(0xc4, [0x10, 0, 0, 0, 15, ...Array.from({ length: 12 }, () => 0), ...runCodes()]),
    ...drawn.flatMap(({ first, last, high, low, bits }) => [
      segment(0xda, [1, 1, 0, first, last, high * 16 + low]),
      packed(bits),
    ]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const runCodes = () => Array.from({ length: 15 }, (_, power) => power * 16);

function segment(marker: number, body: readonly number[]): Buffer {
  const length = body.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...body]);
}

function packed(bits: Bits): Buffer {
  const bytes: number[] = [];
  let [held, count] = [0, 0];
  const put = (value: number, width: number) => {
    for (let place = width - 1; place >= 0; place--) {
      held = held * 2 + ((value >> place) & 1);
      if (++count < 8) continue;
      bytes.push(held);
      if (held === 255) bytes.push(0);
      [held, count] = [0, 0];
    }
  };
  for (const [value, width] of bits) put(value, width);
  while (count > 0) put(1, 1);
  return Buffer.from(bytes);
}
