import { open } from 'node:fs/promises';
import { headBytes, sniffType } from './sniff-type.ts';

/** Longer than what a request may send; what begins as JSON and is longer is told as text. */
const mostRead = 32 * 1024 * 1024;

/** A file's size and times, and the type that its bytes say it has, of which little is read. */
export async function lookAtFile(path: string): Promise<{ size: number; mtimeMs: number; contentType: string }> {
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    const head = Buffer.alloc(Math.min(size, headBytes));
    await file.read(head, 0, head.length, 0);
    // What JSON is shows only as a whole.
    const isCut = size > head.length && size <= mostRead && /^\s*[{[]/.test(head.toString('latin1'));
    const { type } = sniffType(isCut ? await file.readFile() : head);
    return { size, mtimeMs, contentType: type };
  } finally {
    await file.close();
  }
}
