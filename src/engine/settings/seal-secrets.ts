import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder } from '../make-data-folder.ts';
import { privateFile } from '../private-paths.ts';

/** What settings hold and nobody may read. */
export type Secrets = { smtp: string; s3: string; backups: string };

export const noSecrets: Secrets = { smtp: '', s3: '', backups: '' };

/** Seals texts that the database keeps and nobody may read in it, such as the secret of an authenticator app. */
export type TextBox = {
  /** `purpose` says what the text is and whose: it opens for the same purpose only, so that no sealed text can be put in the place of another. */
  sealText: (text: string, purpose: string) => string;
  /** What was sealed; undefined when it was with a key that this server does not have, or for another purpose. */
  openText: (sealed: string, purpose: string) => string | undefined;
};

/** The configured key and the stored secrets do not belong together. Its message is for who starts the server. */
export class SettingsKeyError extends Error {
  override readonly name = 'SettingsKeyError';
}

export type SecretsBox = TextBox & {
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
    seal: (secrets) =>
      Object.values(secrets).some((secret) => secret !== '') ? seal(first, JSON.stringify(secrets)) : '',
    open(sealed) {
      if (sealed === '') return noSecrets;
      const text = unsealWith(keys, sealed);
      return text === undefined ? undefined : JSON.parse(text);
    },
    sealText: (text, purpose) => seal(first, text, purpose),
    openText: (sealed, purpose) => unsealWith(keys, sealed, purpose),
  };
}

async function readOrMakeKey(path: string, dataDir: string): Promise<Buffer> {
  await makeDataFolder(dataDir);
  try {
    // Only the first start makes the key; of two that start at once one finds the other's.
    await writeFile(path, randomBytes(32), { flag: 'wx', mode: privateFile });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFile(path);
}

function seal(key: Buffer, plain: string, purpose = ''): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function unsealWith(keys: readonly Buffer[], sealed: string, purpose = ''): string | undefined {
  for (const key of keys) {
    const text = unseal(key, sealed, purpose);
    if (text !== undefined) return text;
  }
  return undefined;
}

function unseal(key: Buffer, sealed: string, purpose: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    // Another key made it, or it was damaged.
    return undefined;
  }
}
