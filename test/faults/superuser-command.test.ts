import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalOf, startApp } from '#support/start-app.ts';
import { root } from '../support/list-files.ts';

test('a superuser who is locked out in every way comes back by the command line, while the server runs', async () => {
  const app = await startApp();
  const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-superuser-'));
  const email = 'root@kerbside.example';
  const command = (...args: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: String(app.connection.connectionString) };
    return spawnSync(process.execPath, [join(root, 'src/superuser.ts'), ...args], { env, encoding: 'utf8' });
  };
  try {
    await app.root.collections.update('_superusers', { otp: { enabled: true }, mfa: { enabled: true } });
    await app.root.settings.update({ superuserIPs: ['203.0.113.9'] });
    expect((await refusalOf(app.root.settings.getAll())).status).toBe(403);
    const ran = command(email, '--from-anywhere', '--without-second-factor');
    const password =
      /^root@kerbside\.example can sign in with the password (\S{24})$/m.exec(ran.stdout)?.[1] ?? ran.stderr;
    const client = app.guest();
    const enter = () => client.collection('_superusers').authWithPassword(email, password);
    // The server hears of changed settings and collections a moment later.
    await expect.poll(() => enter().then(({ record }) => record.email, String)).toBe(email);
    await expect.poll(() => client.settings.getAll().then(({ superuserIPs }) => superuserIPs, String)).toEqual([]);
    expect((await refusalOf(app.root.settings.getAll())).status).toBe(401);
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
