import type { Queryable, Row } from '#engine/database/database.ts';

export type SealedDevice = { id: string; sealed: string };

/** The apps of an account that can show a code. */
export async function findTotpDevices(db: Queryable, user: string): Promise<SealedDevice[]> {
  return db.query<SealedDevice>(
    `select id, _secret as sealed from totp_devices where "user" = $1 and _secret <> '' order by _seq`,
    [user],
  );
}

type NewDevice = {
  id: string;
  user: string;
  name: string;
  sealed: string;
  digest: string;
  step: number;
  nowMs: number;
  max: number;
};

/**
 * Keeps an app whose code was right, used with it. `full` when the account has as many as it may, `known` when that enrolment was confirmed already. The
 * account is locked meanwhile, so that of two at once none is one too many.
 */
export async function insertTotpDevice(tx: Queryable, device: NewDevice): Promise<Row | 'full' | 'known'> {
  const { id, user, name, sealed, digest, step, nowMs, max } = device;
  await tx.query('select 1 from users where id = $1 for update', [user]);
  const [{ count = 0 } = {}] = await tx.query<{ count: number }>(
    'select count(*) as count from totp_devices where "user" = $1',
    [user],
  );
  if (count >= max) return 'full';
  const now = new Date(nowMs);
  const [row] = await tx.query<Row>(
    `insert into totp_devices (id, "user", name, created, updated, _secret, _digest, _step)
     values ($1, $2, $3, $4, $4, $5, $6, $7) on conflict (_digest) do nothing returning *`,
    [id, user, name, now, sealed, digest, step],
  );
  return row ?? 'known';
}

/** Uses up the code of a time step; false when that code, or one of a later step, was used before. */
export async function takeStep(db: Queryable, { id, step, nowMs }: { id: string; step: number; nowMs: number }) {
  const rows = await db.query(
    'update totp_devices set _step = $2, "lastUsed" = $3 where id = $1 and _step < $2 returning id',
    [id, step, new Date(nowMs)],
  );
  return rows.length > 0;
}
