import type { Queryable } from '../database/database.ts';

export type StoredOtp = { id: string; recordRef: string; password: string; sentTo: string };

type LiveOtps = { collectionId: string; recordId: string; sentTo: string; place: string; since: string };

/** Codes of a record, or of an address without one, that were asked for from a place after `since`; newest first. */
export async function findLiveOtps(
  db: Queryable,
  { collectionId, recordId, sentTo, place, since }: LiveOtps,
): Promise<StoredOtp[]> {
  return db.query<StoredOtp>(
    `select id, "recordRef", password, "sentTo" from _otps
     where "collectionRef" = $1 and "recordRef" = $2 and ($2 <> '' or lower("sentTo") = lower($3)) and created > $4
       and _place = $5
     order by _seq desc`,
    [collectionId, recordId, sentTo, since, place],
  );
}

type NewOtp = StoredOtp & { collectionId: string; place: string; now: string };

/** Stores a hashed code. */
export async function insertOtp(db: Queryable, otp: NewOtp): Promise<void> {
  await db.query(
    `insert into _otps (id, "collectionRef", "recordRef", password, "sentTo", created, updated, _place)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [otp.id, otp.collectionId, otp.recordRef, otp.password, otp.sentTo, otp.now, otp.place],
  );
}

/** The code of that id made after `since`, or undefined. */
export async function findOtp(
  db: Queryable,
  { id, collectionId, since }: { id: string; collectionId: string; since: string },
): Promise<StoredOtp | undefined> {
  const rows = await db.query<StoredOtp>(
    `select id, "recordRef", password, "sentTo" from _otps where id = $1 and "collectionRef" = $2 and created > $3`,
    [id, collectionId, since],
  );
  return rows[0];
}

/** Uses a code up; false when somebody else just did. */
export async function takeOtp(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('delete from _otps where id = $1 returning id', [id])).length > 0;
}

/** Drops what was sent to an address while it was nobody's. */
export async function deleteOtpsSentTo(
  db: Queryable,
  { collectionId, sentTo }: { collectionId: string; sentTo: string },
): Promise<void> {
  await db.query(`delete from _otps where "collectionRef" = $1 and "recordRef" = '' and lower("sentTo") = lower($2)`, [
    collectionId,
    sentTo,
  ]);
}

/** Drops codes made before a wire date. */
export async function deleteOldOtps(db: Queryable, before: string): Promise<void> {
  await db.query('delete from _otps where created < $1', [before]);
}
