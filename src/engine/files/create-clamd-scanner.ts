import { connect } from 'node:net';

/** What the scanner said of a file; `found` names what it found. */
export type Verdict = { isClean: true } | { isClean: false; found: string };

export type FileScanner = {
  /** Whether a file may be kept; throws when the scanner can't say. */
  scan: (bytes: Buffer) => Promise<Verdict>;
  /** Whether the scanner is there. */
  answers: () => Promise<boolean>;
};

/** As long as a large file takes on a busy machine. */
const waitMs = 30_000;
const chunkBytes = 64 * 1024;

/** ClamAV's daemon at a socket of this machine. Files are streamed to it (`INSTREAM`), so that it needs no right to read ours. */
export function createClamdScanner(socketPath: string): FileScanner {
  return {
    async scan(bytes) {
      const said = await ask(socketPath, [Buffer.from('zINSTREAM\0'), ...chunksOf(bytes), lengthOf(0)]);
      if (said === 'stream: OK') return { isClean: true };
      const found = /^stream: (.+) FOUND$/.exec(said)?.[1];
      if (found) return { isClean: false, found };
      throw new Error(`clamd did not judge a file: ${said.slice(0, 200)}`);
    },
    answers: () =>
      ask(socketPath, [Buffer.from('zPING\0')]).then(
        (said) => said === 'PONG',
        () => false,
      ),
  };
}

/** Each stretch of a file is led by its length, four bytes, the highest first; a length of zero ends it. */
function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const chunk = bytes.subarray(from, from + chunkBytes);
    yield lengthOf(chunk.length);
    yield chunk;
  }
}

function lengthOf(length: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  return head;
}

/** Sends parts and reads the one answer, which ends with a zero byte. */
function ask(socketPath: string, parts: readonly Buffer[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const answer: Buffer[] = [];
    const socket = connect(socketPath);
    socket.setTimeout(waitMs, () => socket.destroy(new Error('clamd did not answer in time.')));
    socket.on('data', (part) => {
      answer.push(part);
      if (part.includes(0)) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(answer).toString('utf8').split('\0')[0] ?? ''));
    for (const part of parts) socket.write(part);
  });
}
