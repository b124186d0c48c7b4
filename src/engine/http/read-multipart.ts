import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { BodyLimits } from './body-limits.ts';
import type { UploadedFile } from './route.ts';

export type MultipartBody = { texts: Array<[name: string, value: string]>; files: Map<string, UploadedFile[]> };

export type MultipartReading = {
  headers: BusboyHeaders;
  /** What is sent, counted by its giver. */
  bytes: AsyncIterable<Buffer>;
  limits: BodyLimits;
  tooLarge: () => Error;
};

/** The text parts of a multipart body in their order and its files, in memory. Throws `tooLarge()` when the texts are, another error when it is malformed. */
export async function readMultipart({ headers, bytes, limits, tooLarge }: MultipartReading): Promise<MultipartBody> {
  const { textBytes, keys, files: maxFiles } = limits;
  const texts: MultipartBody['texts'] = [];
  const files: MultipartBody['files'] = new Map();
  const parser = new Busboy({
    headers,
    preservePath: true,
    limits: { fieldSize: textBytes, fields: keys, files: maxFiles, parts: keys + maxFiles },
  });
  const refuse = (error: Error) => void parser.destroy(error);
  let left = textBytes;
  const addText = (name: string | undefined, value: string, isCut = false) => {
    left -= Buffer.byteLength(value) + Buffer.byteLength(name ?? '');
    if (isCut || left < 0) refuse(tooLarge());
    else if (name) texts.push([name, value]);
  };
  parser.on('field', (name, value, ...[, isCut]) => addText(name, value, isCut));
  parser.on('file', (name, stream, filename, ...[, type]) => {
    // Of a body that ends inside a file the parser itself tells.
    stream.on('error', () => {});
    if (!name) stream.resume();
    // A part that names no file is a value: a form's field of files in which none was chosen.
    else if (filename === '') collectText(stream, textBytes, (text, isCut) => addText(name, text, isCut));
    else collect(files, name, { stream, filename, type });
  });
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    parser.on(limit, () => refuse(new Error('The body has too many parts.')));
  await pipeline(inPieces(bytes), parser);
  return { texts, files };
}

/** Small enough that the smallest parts in it are parsed within some milliseconds. */
const pieceBytes = 16_384;
/** How often the thread looks for what came in after each millisecond of parsing. Who asks for something is answered after some looks. */
const looksAfterMs = 8;
const mostLooks = 64;

/** Ends when what was given last to any parser was parsed, and what came in meanwhile was looked at. */
let lastPiece: Promise<void> = Promise.resolve();

/** Of all bodies that come in at a moment one piece is parsed at a time, so that their number and their many parts keep nobody waiting. */
async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const read of bytes) {
    for (let at = 0; at < read.length; at += pieceBytes) {
      const before = lastPiece;
      const { promise, resolve } = Promise.withResolvers<void>();
      lastPiece = promise;
      await before;
      const began = performance.now();
      try {
        yield read.subarray(at, at + pieceBytes);
      } finally {
        lookAround(performance.now() - began).then(resolve, resolve);
      }
    }
  }
}

async function lookAround(afterMs: number): Promise<void> {
  const looks = Math.min(mostLooks, 1 + Math.floor(afterMs * looksAfterMs));
  for (let look = 0; look < looks; look++) await new Promise((looked) => setImmediate(looked));
}

/** Gives the part as a text once, of at most `most` bytes; `isCut` as soon as there are more, without waiting for its end. */
function collectText(stream: Readable, most: number, add: (text: string, isCut: boolean) => void): void {
  const chunks: Buffer[] = [];
  let left = most;
  stream.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) chunks.push(chunk);
    else if (left + chunk.length >= 0) add('', true);
  });
  stream.on('end', () => left >= 0 && add(Buffer.concat(chunks).toString('utf8'), false));
}

type FilePart = { stream: Readable; filename: string | undefined; type: string };

function collect(files: MultipartBody['files'], name: string, { stream, filename, type }: FilePart): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
  stream.on('end', () => {
    const file = { name: baseName(filename ?? ''), type, bytes: Buffer.concat(chunks) };
    const known = files.get(name);
    if (known) known.push(file);
    else files.set(name, [file]);
  });
}

// Whatever a client says of folders is dropped; a backslash is part of a name.
function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
