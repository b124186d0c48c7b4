import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder } from '../make-data-folder.ts';
import { privateFile } from '../private-paths.ts';

/** What settings hold and nobody may read. */
export type Secrets = { smtp: string; s3: string; backups: string };

export const noSecrets: Secrets = { smtp: '', s3: '', backups: '' };

/** The configured key and the stored secrets do not belong together. Its message is for who starts the server. */
export class SettingsKeyError extends Error {
  override readonly name = 'SettingsKeyError';
}

export type SecretsBox = {
  seal: (secrets: Secrets) => string;
  /** What was sealed; undefined when it was with a key that this server does not have. */
  open: (sealed: string) => Secrets | undefined;
};

type KeyOptions = {
  /** The key that all servers of a database share; without it a file of `dataDir` is the key. */
  settingsKey: string | undefined;
  dataDir: string;
};

/**
 * Seals the secrets of settings with AES-256-GCM. With a configured key the file of the data folder still opens what was sealed before
 * there was one; without either the file is made.
 */
export async function openSecretsBox({ settingsKey, dataDir }: KeyOptions): Promise<SecretsBox> {
  const path = join(dataDir, 'settings.key');
  const configured = settingsKey === undefined ? undefined : createHash('sha256').update(settingsKey).digest();
  const stored = configured ? await readFile(path).catch(() => undefined) : await readOrMakeKey(path, dataDir);
  const keys = [configured, stored].filter((key) => key !== undefined);
  const [first] = keys;
  if (!first) throw new Error('There is no key to seal with.');
  return {
    seal: (secrets) => (Object.values(secrets).some((secret) => secret !== '') ? seal(first, secrets) : ''),
    open(sealed) {
      if (sealed === '') return noSecrets;
      for (const key of keys) {
        const secrets = unseal(key, sealed);
        if (secrets) return secrets;
      }
      return undefined;
    },
  };
}

async function readOrMakeKey(path: string, dataDir: string): Promise<Buffer> {
  makeDataFolder(dataDir);
  try {
    // Only the first start makes the key; of two that start at once one finds the other's.
    await writeFile(path, randomBytes(32), { flag: 'wx', mode: privateFile });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFile(path);
}

function seal(key: Buffer, secrets: Secrets): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function unseal(key: Buffer, sealed: string): Secrets | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
  } catch {
    // Another key made it, or it was damaged.
    return undefined;
  }
}
