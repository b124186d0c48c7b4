import { writeAsOne } from '../batch/write-as-one.ts';
import type { Engine } from '../engine.ts';
import { createRecord } from '../records/create-record.ts';

/** Makes the first superuser; with one in place, does nothing. Servers that start together take turns, so that one of them makes it. */
export async function ensureSuperuser(
  engine: Engine,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const hasOne = async ({ db }: Pick<Engine, 'db'>) => (await db.query('select 1 from _superusers limit 1')).length > 0;
  if (await hasOne(engine)) return;
  await writeAsOne(engine, async (inside) => {
    await inside.db.query("select pg_advisory_xact_lock(hashtext('kerbside first superuser'))");
    if (await hasOne(inside)) return;
    await createRecord(inside, {
      collection: inside.collections.get('_superusers'),
      body: { fields: { email, password, passwordConfirm: password, verified: true }, files: {} },
      request: { context: 'default', method: 'POST', auth: null, query: {}, headers: {}, body: {} },
      system: true,
    });
  });
}
