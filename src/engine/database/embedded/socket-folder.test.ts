import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftFolders } from './socket-folder.ts';

test('empty folders of servers that were killed go, but none that is new, in use or somebody else’s', () => {
  const parent = mkdtempSync(join(tmpdir(), 'kerbside-sockets-'));
  const nowMs = Date.UTC(2026, 10, 29);
  const make = (name: string, { agoMs, hasSocket = false }: { agoMs: number; hasSocket?: boolean }) => {
    const folder = join(parent, name);
    mkdirSync(folder);
    if (hasSocket) writeFileSync(join(folder, '.s.PGSQL.5432'), '');
    const at = new Date(nowMs - agoMs);
    utimesSync(folder, at, at);
  };
  make('kerbside-0123456789ab', { agoMs: 3_600_001 });
  make('kerbside-0123456789ab-abcDEF', { agoMs: 7_200_000 });
  make('kerbside-aaaaaaaaaaaa', { agoMs: 3_500_000 });
  make('kerbside-bbbbbbbbbbbb', { agoMs: 86_400_000, hasSocket: true });
  make('kerbside-other', { agoMs: 86_400_000 });
  writeFileSync(join(parent, 'kerbside-cccccccccccc'), '');
  removeLeftFolders(parent, nowMs);
  expect(readdirSync(parent).sort()).toEqual([
    'kerbside-aaaaaaaaaaaa',
    'kerbside-bbbbbbbbbbbb',
    'kerbside-cccccccccccc',
    'kerbside-other',
  ]);
  rmSync(parent, { recursive: true });
});
