import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBackup } from '#engine/backups/read-backup.ts';
import { findLedgerFaults } from '#marketplace/money/ledger/find-ledger-faults.ts';
import { clientOf, type Ledger } from './load.ts';
import type { World } from './servers.ts';

/** Everything that is not as it was acknowledged, a sentence each. */
export async function audit(world: World, done: Ledger): Promise<string[]> {
  return [
    ...world.servers
      .filter(({ deaths }) => deaths() > 0)
      .map(({ name, deaths }) => `${name} ended ${deaths()} times by itself.`),
    ...(await auditBookings(world, done)),
    ...(await findLedgerFaults(world.db)),
    ...(await auditTokens(world, done)),
    ...(await auditFiles(world, done)),
    ...(await auditBackups(world, done)),
    ...(await auditStreams(world)),
  ];
}

async function auditBookings({ db }: World, { lessons, payments }: Ledger): Promise<string[]> {
  const lost = await db.query<{ id: string }>(
    'select p.id from unnest($1::text[]) as p(id) where not exists (select 1 from lessons l where l.id = p.id)',
    [lessons],
  );
  const unpaid = await db.query<{ id: string }>(
    `select p.id from unnest($1::text[]) as p(id) where not exists (
       select 1 from payments x join ledger_transactions t on t.payment = x.id where x.id = p.id and x.status = 'succeeded')`,
    [payments],
  );
  const twice = await db.query<{ id: string }>(
    `select a.id from lessons a join lessons b on a.instructor = b.instructor and a.id < b.id
       and tstzrange(a.start, a."end") && tstzrange(b.start, b."end")
     where a.status in ('requested', 'confirmed') and b.status in ('requested', 'confirmed')`,
  );
  return [
    ...lost.map(({ id }) => `The lesson ${id} was acknowledged and is gone.`),
    ...unpaid.map(({ id }) => `The payment ${id} was acknowledged and is not in the books.`),
    ...twice.map(({ id }) => `The lesson ${id} shares its time with another.`),
  ];
}

async function auditTokens({ servers }: World, { revoked }: Ledger): Promise<string[]> {
  const faults: string[] = [];
  for (const { url, name } of servers) {
    for (const token of revoked) {
      const answer = await fetch(`${url}/api/collections/users/auth-refresh`, {
        method: 'POST',
        headers: { authorization: token },
      });
      await answer.bytes();
      if (answer.status !== 401) faults.push(`${name} answers ${answer.status} to a token that was signed out.`);
    }
  }
  return faults;
}

async function auditFiles({ servers, dataDir }: World, { papers }: Ledger): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, file, sha256 } of papers) {
    const answer = await fetch(`${servers[1].url}/api/files/chaos_papers/${id}/${file}`);
    const sum = createHash('sha256')
      .update(await answer.bytes())
      .digest('hex');
    if (!answer.ok || sum !== sha256)
      faults.push(`The file of ${id} was acknowledged and is not what was sent (${answer.status}).`);
  }
  const parts = readdirSync(join(dataDir, 'files'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.part'));
  // A server that is killed leaves what it was writing; so many kills, so many parts at most.
  if (parts.length > 20) faults.push(`${parts.length} parts of files lie about.`);
  return faults;
}

async function auditBackups({ dataDir }: World, { backups }: Ledger): Promise<string[]> {
  const faults: string[] = [];
  for (const name of backups) {
    try {
      const backup = await openBackup(join(dataDir, 'backups', name));
      await backup.checkSums();
      backup.close();
    } catch (error) {
      faults.push(`The backup ${name} was acknowledged and is none: ${String(error)}`);
    }
  }
  return faults;
}

async function auditStreams({ servers }: World): Promise<string[]> {
  const heard = new Set<string>();
  const clients = servers.map(({ url, name }) => ({ name, client: clientOf(url) }));
  for (const { name, client } of clients)
    await client.collection('chaos_papers').subscribe('*', () => void heard.add(name));
  await clientOf(servers[0].url).collection('chaos_papers').create({});
  for (let tries = 0; tries < 100 && heard.size < 2; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
  return clients.filter(({ name }) => !heard.has(name)).map(({ name }) => `A stream of ${name} hears nothing.`);
}
