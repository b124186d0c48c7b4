import type { Engine } from '../engine.ts';
import { createRecord } from '../records/create-record.ts';

/** Makes the first superuser; with one in place, does nothing. */
export async function ensureSuperuser(
  engine: Engine,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const rows = await engine.db.query('select 1 from _superusers limit 1');
  if (rows.length > 0) return;
  await createRecord(engine, {
    collection: engine.collections.get('_superusers'),
    body: { fields: { email, password, passwordConfirm: password, verified: true }, files: {} },
    request: { context: 'default', method: 'POST', auth: null, query: {}, headers: {}, body: {} },
    system: true,
  });
}
