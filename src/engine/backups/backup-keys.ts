import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { privateFile } from '../private-paths.ts';
import { NoBackup } from './judge-parts.ts';

/** The operator's keys for backups: who can read new ones, and as whom the server reads them when it restores. */
export type BackupKeyOptions = {
  /** Public keys (`age1…`) of those who can read backups; none: backups are not encrypted. */
  recipients: readonly string[];
  /** Secret keys (`AGE-SECRET-KEY-1…`), asked for when an encrypted backup is restored: a file of them need not lie there otherwise. */
  readIdentities: () => Promise<readonly string[]>;
};

export type BackupKeys = {
  isEncrypting: boolean;
  /** What is to be stored in place of a backup's bytes. */
  encrypt: (bytes: Readable) => Promise<Readable>;
  /** Writes a stored backup's bytes to `target` as they were. Throws `NoBackup` where no key of the operator's fits. */
  decrypt: (source: string, target: string) => Promise<void>;
};

const header = 'age-encryption.org/v1';

/** Encrypts and decrypts backups in the age format, so that `age` and `rage` on any machine read them as well. */
export function createBackupKeys({ recipients, readIdentities }: BackupKeyOptions): BackupKeys {
  return {
    isEncrypting: recipients.length > 0,
    async encrypt(bytes) {
      if (recipients.length === 0) return bytes;
      const { Encrypter } = await import('age-encryption');
      const encrypter = new Encrypter();
      for (const recipient of recipients) encrypter.addRecipient(recipient);
      const plain = Readable.toWeb(bytes) as unknown as globalThis.ReadableStream<Uint8Array>;
      return fromWeb(await encrypter.encrypt(plain));
    },
    async decrypt(source, target) {
      const identities = await readIdentities();
      if (identities.length === 0) {
        throw new NoBackup('It is encrypted, and the server has no key to read it: set BACKUP_IDENTITY_FILE.');
      }
      const { Decrypter } = await import('age-encryption');
      const decrypter = new Decrypter();
      try {
        for (const identity of identities) decrypter.addIdentity(identity);
        const stored = Readable.toWeb(createReadStream(source)) as unknown as globalThis.ReadableStream<Uint8Array>;
        const plain = fromWeb(await decrypter.decrypt(stored));
        await pipeline(plain, createWriteStream(target, { mode: privateFile }));
      } catch (cause) {
        if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('E')) throw cause;
        throw new NoBackup('It is encrypted for another key, or was changed.', { cause });
      }
    },
  };
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as ReadableStream);
}

/** Whether a file begins as everything encrypted with age does. */
export async function isEncrypted(path: string): Promise<boolean> {
  return (await firstBytes(path, header.length)).toString('latin1') === header;
}

/** Whether a file begins as a zip does, an empty one too, or as an encrypted one. */
export async function looksLikeBackup(path: string): Promise<boolean> {
  const start = (await firstBytes(path, 4)).toString('latin1');
  return start === 'PK\x03\x04' || start === 'PK\x05\x06' || isEncrypted(path);
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The secret keys in a file as `age-keygen` writes it: a line each, among lines of comment. None without a file. */
export async function readIdentities(path: string | undefined): Promise<string[]> {
  if (path === undefined) return [];
  return (await readFile(path, 'utf8'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
