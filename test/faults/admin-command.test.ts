import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addApp } from '#support/authenticator-app.ts';
import { makePerson, refusalOf, startApp } from '#support/start-app.ts';
import { root } from '../support/list-files.ts';

test('[25.23] an operator takes all second factors off an account by the command line, which is noted, ends its sessions and is told', async () => {
  const app = await startApp();
  const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-admin-'));
  const command = (...args: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: String(app.connection.connectionString) };
    return spawnSync(process.execPath, [join(root, 'src/kerbside.ts'), 'admin', ...args], { env, encoding: 'utf8' });
  };
  try {
    const [person, admin] = [await makePerson(app), await makePerson(app, { role: 'admin' })];
    const email = `${person.id}@kerbside.example`;
    const signIn = () => app.guest().collection('users').authWithPassword(email, 'learner-password');
    await addApp(app, person);
    await app.db.query(`insert into passkeys (id, "user", name) values ('passkey00000001', $1, 'Laptop')`, [person.id]);
    expect((await refusalOf(signIn())).status).toBe(401);
    expect(command('reset-factors').status).toBe(1);
    expect(command('reset-factors', 'nobody@kerbside.example').stderr).toContain('Nobody has the address');
    expect(command('reset-factors', email)).toMatchObject({ status: 0, stdout: expect.stringContaining(email) });
    await signIn();
    const refresh = () => refusalOf(person.collection('users').authRefresh()).then(({ status }) => status, String);
    await expect.poll(refresh).toBe(401);
    for (const table of ['totp_devices', 'passkeys', 'recovery_codes']) {
      expect(await app.db.query(`select 1 from ${table} where "user" = $1`, [person.id])).toEqual([]);
    }
    expect(
      await app.db.query(`select "actorRole", action, record from audit_entries where action = 'reset_factors'`),
    ).toEqual([{ actorRole: 'superuser', action: 'reset_factors', record: person.id }]);
    // The command goes by the machine's own time.
    app.clock.set(new Date(Date.now() + 60_000).toISOString());
    await app.app.sweepers.runDue();
    const mailed = await app.db.query<{ to: string }>(`select "to" from _mails where subject like '%econd factors%'`);
    expect(mailed.map(({ to }) => to).sort()).toEqual([email, `${admin.id}@kerbside.example`].sort());
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
