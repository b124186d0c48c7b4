import { spawn, spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import PocketBase from 'pocketbase';
import { freePort } from '../../bin/lib/free-port.mjs';

export const root = { email: 'root@example.com', password: 'rootroot1234' };
export const member = { email: 'member0@example.com', password: 'a-long-password' };
export type Size = { records: number; files: number; fileBytes: number };

const members = 1000;
const words = 'lesson road turn mirror signal kerb park lane bus junction '.repeat(16);
const instant = '2025-02-03 04:05:06.789Z';

/** Runs the reference on a data folder while `work` is done with a superuser's client. */
export async function withReference<T>(program: string, dir: string, work: (client: PocketBase) => Promise<T>) {
  const made = spawnSync(program, ['superuser', 'upsert', root.email, root.password, '--dir', dir]);
  if (made.status !== 0) throw new Error(`The reference does not start on ${dir}: ${made.stdout}${made.stderr}`);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, ['serve', '--http', address, '--dir', dir], { stdio: 'ignore' });
  try {
    while (!(await fetch(`http://${address}/api/health`).catch(() => undefined))?.ok)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const client = new PocketBase(`http://${address}`).autoCancellation(false);
    await client.collection('_superusers').authWithPassword(root.email, root.password);
    return await work(client);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/**
 * A data folder that the reference made: its collections and first account by its API, the rest written into its database and beside it as it does,
 * which would take it an hour.
 */
export async function makeLargeFolder(program: string, dir: string, size: Size): Promise<void> {
  const posts = await withReference(program, dir, makeCollections);
  const db = new DatabaseSync(join(dir, 'data.db'));
  db.exec('pragma synchronous = off; begin');
  writeMembers(db);
  writePosts(db, size);
  db.exec('commit');
  db.close();
  const bytes = Buffer.alloc(size.fileBytes);
  for (let n = 0; n < size.files; n++) {
    const folder = join(dir, 'storage', posts, idOf('p', n));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, fileName(n)), randomFillSync(bytes));
    writeFileSync(join(folder, `${fileName(n)}.attrs`), '{"user.content_type":"application/octet-stream"}\n');
  }
}

async function makeCollections(client: PocketBase): Promise<string> {
  const people = await client.collections.create({
    name: 'clubMembers',
    type: 'auth',
    viewRule: 'id = @request.auth.id',
    fields: [{ name: 'nickname', type: 'text' }],
  });
  const posts = await client.collections.create({
    name: 'clubPosts',
    type: 'base',
    listRule: '',
    viewRule: '',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'body', type: 'editor' },
      { name: 'n', type: 'number' },
      { name: 'isOpen', type: 'bool' },
      { name: 'tags', type: 'select', values: ['x', 'y', 'z'], maxSelect: 3 },
      { name: 'author', type: 'relation', collectionId: people.id, maxSelect: 1 },
      { name: 'paper', type: 'file', maxSelect: 1, maxSize: 10_000_000 },
      { name: 'extra', type: 'json' },
      { name: 'created', type: 'autodate', onCreate: true },
      { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
    ],
    indexes: ['CREATE INDEX `idx_club_posts_n` ON `clubPosts` (`n`)'],
  });
  const password = { password: member.password, passwordConfirm: member.password };
  await client.collection('clubMembers').create({ ...password, id: idOf('m', 0), email: member.email, verified: true });
  return posts.id;
}

// All have the first one's password.
function writeMembers(db: DatabaseSync): void {
  const insert = db.prepare(
    `insert into clubMembers (id, password, tokenKey, email, emailVisibility, verified, nickname)
     select ?, password, ?, ?, 0, 1, ? from clubMembers where id = ?`,
  );
  for (let n = 1; n < members; n++)
    insert.run(idOf('m', n), `${idOf('t', n)}${'k'.repeat(35)}`, `member${n}@example.com`, `Member ${n}`, idOf('m', 0));
}

function writePosts(db: DatabaseSync, { records, files }: Size): void {
  const columns = 'id, title, body, n, "isOpen", tags, author, paper, extra, created, updated';
  const insert = db.prepare(`insert into clubPosts (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  for (let n = 0; n < records; n++) {
    const body = `<p>${n} ${words}</p>`;
    const extra = `{"n":${n},"list":[1,2.5,null,"ü"]}`;
    const paper = n < files ? fileName(n) : '';
    const author = idOf('m', n % members);
    insert.run(idOf('p', n), `Post ${n}`, body, n / 4, n % 2, '["x","z"]', author, paper, extra, instant, instant);
  }
}

export function idOf(letter: string, n: number): string {
  return letter + n.toString(36).padStart(14, '0');
}

export function fileName(n: number): string {
  return `paper_${n.toString(36).padStart(10, '0')}.bin`;
}
