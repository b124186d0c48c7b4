export type ImageFault = 'too_many_pixels' | 'too_many_parts' | 'no_image';
/** How many pixels an image says it has, in all of its frames; or why nobody should decode it. */
export type ImageCount = { ok: true; pixels: number } | { ok: false; reason: ImageFault };

/** A photo of the largest cameras in use has about 100 million pixels; a file that claims more is made to fill a memory. */
export const maxPixels = 100_000_000;

/** Panoramas have some 30,000 pixels on a side. One row, or one column, of millions takes a decoder far more than its pixels do. */
const maxSide = 32_768;

/** A progressive JPEG of a camera or a program has about ten scans. Each goes through the whole picture. */
const maxScans = 64;
/** Segments of a JPEG, chunks of a PNG or WebP, blocks of a GIF: programs write one for each few thousand bytes. */
const maxParts = 20_000;
/** Parts of a PNG beside the picture that are packed, such as its texts. */
const maxPackedParts = 64;
/** Deflate makes at most so many bytes of one. */
const maxDeflated = 1032;

const fault = (reason: ImageFault): ImageCount => ({ ok: false, reason });

/** What a file has of parts, as its reader goes on; the first that is one too many ends it. */
type Found = { width: number; height: number; frames: number };

function count({ width, height, frames }: Found): ImageCount {
  if (width === 0 || height === 0) return fault('no_image');
  const pixels = width * height * Math.max(1, frames);
  return pixels > maxPixels || Math.max(width, height) > maxSide ? fault('too_many_pixels') : { ok: true, pixels };
}

/**
 * Counts what decoding an image costs by its headers alone, in one walk over them: pixels, frames, scans, parts. Types that are no image of ours are
 * `no_image`. What is broken further on only decoding tells.
 */
export function countImage(bytes: Buffer, type: string): ImageCount {
  const reader = readers[type];
  return reader ? reader(bytes) : fault('no_image');
}

const readers: Record<string, (bytes: Buffer) => ImageCount> = {
  'image/jpeg': countJpeg,
  'image/png': countPng,
  'image/webp': countWebp,
  'image/gif': countGif,
};

const jpeg = { firstFrame: 0xc0, firstRestart: 0xd0, beginning: 0xd8, end: 0xd9, scan: 0xda };
/** Frames of all kinds of compression, without the tables that have numbers among theirs. */
const isJpegFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function countJpeg(bytes: Buffer): ImageCount {
  const found: Found = { width: 0, height: 0, frames: 1 };
  let [scans, parts] = [0, 0];
  for (const { marker, at } of jpegSegments(bytes)) {
    if (marker === jpeg.scan) scans++;
    if (++parts > maxParts || scans > maxScans) return fault('too_many_parts');
    if (!isJpegFrame(marker) || at + 9 > bytes.length) continue;
    // Several pictures in one file are decoded as one: the largest is what it may cost.
    found.height = Math.max(found.height, bytes.readUInt16BE(at + 5));
    found.width = Math.max(found.width, bytes.readUInt16BE(at + 7));
  }
  return count(found);
}

/**
 * Markers that have no length after them: an escaped byte of data, restarts, the beginning. Those below the first frame have no meaning; decoders that find one
 * in the data of a scan look for the next marker right behind it, so no length of theirs may hide scans.
 */
function isAlone(marker: number): boolean {
  return marker < jpeg.firstFrame || (marker >= jpeg.firstRestart && marker <= jpeg.beginning);
}

function* jpegSegments(bytes: Buffer): Generator<{ marker: number; at: number }> {
  // Between segments, and in the data of a scan, only what follows this byte matters.
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 4 <= bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === jpeg.end) return;
    // Any number of these may stand before a marker; a file may be nothing else.
    if (marker === 0xff) while (bytes[at + 1] === 0xff) at++;
    else if (isAlone(marker)) at += 2;
    else {
      yield { marker, at };
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const pngChannels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const packedChunks = new Set(['zTXt', 'iTXt', 'iCCP']);

function countPng(bytes: Buffer): ImageCount {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(pngSignature)) return fault('no_image');
  const found: Found = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), frames: 1 };
  const [depth = 0, color = 0] = bytes.subarray(24, 26);
  let [parts, packed, data] = [0, 0, 0];
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (++parts > maxParts) return fault('too_many_parts');
    if (packedChunks.has(name) && ++packed > maxPackedParts) return fault('too_many_parts');
    if (name === 'IDAT') data += Math.min(length, bytes.length - at - 8);
    if (name === 'IEND') break;
    at += 12 + length;
  }
  const counted = count(found);
  if (!counted.ok) return counted;
  const rowBytes = Math.ceil((found.width * depth * (pngChannels[color] ?? 0)) / 8);
  // More than its data can ever become: it ends before the picture does.
  return rowBytes * found.height > data * maxDeflated ? fault('no_image') : counted;
}

function countWebp(bytes: Buffer): ImageCount {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 12) !== 'WEBP') return fault('no_image');
  const found: Found = { width: 0, height: 0, frames: 0 };
  let parts = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, at + 8 + Math.min(size, 16));
    if (++parts > maxParts) return fault('too_many_parts');
    if (name === 'ANMF') found.frames++;
    const [width, height] = webpSize(name, body);
    found.width = Math.max(found.width, width);
    found.height = Math.max(found.height, height);
    at += 8 + size + (size % 2);
  }
  return count(found);
}

function webpSize(name: string, body: Buffer): [width: number, height: number] {
  if (name === 'VP8X' && body.length >= 10) return [1 + body.readUIntLE(4, 3), 1 + body.readUIntLE(7, 3)];
  if (name === 'VP8 ' && body.length >= 10) return [body.readUInt16LE(6) & 0x3fff, body.readUInt16LE(8) & 0x3fff];
  if (name === 'VP8L' && body.length >= 5) {
    const bits = body.readUInt32LE(1);
    return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
  }
  return [0, 0];
}

function countGif(bytes: Buffer): ImageCount {
  if (bytes.length < 13 || bytes.toString('latin1', 0, 4) !== 'GIF8') return fault('no_image');
  const found: Found = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frames: 0 };
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let parts = 0;
  let at = 13 + tableBytes(bytes[10] ?? 0);
  // Data comes in blocks of at most 255 bytes, each with its length before it, and a block without any ends it.
  const skipBlocks = () => {
    for (let size = bytes[at]; size; size = bytes[at]) at += 1 + size;
    at++;
  };
  while (at < bytes.length) {
    const kind = bytes[at];
    if (++parts > maxParts) return fault('too_many_parts');
    if (kind === 0x21) {
      at += 2;
      skipBlocks();
    } else if (kind === 0x2c && at + 10 <= bytes.length) {
      found.frames++;
      found.width = Math.max(found.width, bytes.readUInt16LE(at + 5));
      found.height = Math.max(found.height, bytes.readUInt16LE(at + 7));
      at += 10 + tableBytes(bytes[at + 9] ?? 0) + 1;
      skipBlocks();
    } else break;
  }
  return count(found);
}
