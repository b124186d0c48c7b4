import { promisify } from 'node:util';
import zlibModule, { crc32, constants as zlib } from 'node:zlib';

const deflateRaw = promisify(zlibModule.deflateRaw);

/** A page whose bytes are the same for everybody but for the nonce, which stands between its parts. */
export type PackedPage = {
  /** In bytes, not compressed. */
  size: number;
  /** Whether it was sent before: then it is worth being packed for everybody. */
  isSent: boolean;
  /** The whole page, not compressed. */
  plain: (nonce: string) => Buffer;
  /** The same as a gzip stream. The parts are compressed once, when it is asked for first. */
  gzip: (nonce: string) => Promise<Buffer>;
};

const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block of a stream, with nothing in it. */
const end = Buffer.from([3, 0]);
/** The most bytes that a block may look back over. */
const furthestLookBack = 32_768;

/**
 * Compressing a page takes longer than all else that answers with a kept one. A gzip stream is a row of blocks, so those of the parts are made once,
 * and the nonce goes between them as blocks that are stored as they are. A part looks back into those before it, but never at a nonce: where one
 * stands, it is shown bytes that no page has. A nonce has as many bytes as the mark that stands for it in the page.
 */
export function packPage(html: string, mark: string): PackedPage {
  const gap = Buffer.alloc(Buffer.byteLength(mark));
  // Zeros come into a page by what somebody wrote into its address only; its parts stay alone then.
  const looksBack = !html.includes('\0');
  const parts = html.split(mark).map((part) => Buffer.from(part));
  let packed: Promise<Buffer[]> | undefined;

  async function pack(): Promise<Buffer[]> {
    const blocks: Buffer[] = [];
    let before = Buffer.alloc(0);
    for (const part of parts) {
      const dictionary = looksBack && before.length > 0 ? before : undefined;
      blocks.push(await deflateRaw(part, { level: 9, memLevel: 9, finishFlush: zlib.Z_SYNC_FLUSH, dictionary }));
      before = Buffer.concat([before, part, gap]).subarray(-furthestLookBack);
    }
    return blocks;
  }

  return {
    size: parts.reduce((sum, { length }) => sum + length, 0),
    isSent: false,
    plain: (nonce) => between(parts, Buffer.from(nonce)),
    async gzip(nonce) {
      const bytes = Buffer.from(nonce);
      if (bytes.length !== gap.length)
        throw new Error(`A nonce of this page has ${gap.length} bytes, not ${bytes.length}`);
      packed ??= pack();
      return Buffer.concat([head, between(await packed, storedBlock(bytes)), end, trailer(parts, bytes)]);
    },
  };
}

function between(parts: readonly Buffer[], bytes: Buffer): Buffer {
  return Buffer.concat(parts.flatMap((part, place) => (place === 0 ? [part] : [bytes, part])));
}

/** Bytes as a block of their own that is not compressed: its length, that length inverted, and they. */
function storedBlock(bytes: Buffer): Buffer {
  const sizes = Buffer.alloc(5);
  sizes.writeUInt16LE(bytes.length, 1);
  sizes.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([sizes, bytes]);
}

function trailer(parts: readonly Buffer[], nonce: Buffer): Buffer {
  let sum = 0;
  let length = 0;
  for (const [place, part] of parts.entries()) {
    if (place > 0) sum = crc32(nonce, sum);
    sum = crc32(part, sum);
    length += part.length + (place > 0 ? nonce.length : 0);
  }
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(sum, 0);
  bytes.writeUInt32LE(length, 4);
  return bytes;
}
