import type { Queryable } from '#engine/database/database.ts';

type Asked = { asker: string; sector: string; mostPlaces: number; nowMs: number; keptUntilMs: number };

/** Notes a place until it counts no more; false when there are as many others already (db/functions/availability.sql). */
export async function notePlace(
  db: Queryable,
  { asker, sector, mostPlaces, nowMs, keptUntilMs }: Asked,
): Promise<boolean> {
  const [row] = await db.query<{ noted: boolean }>(
    `select note_asked_place($1, $2, $3, to_timestamp($4::double precision / 1000), to_timestamp($5::double precision / 1000)) as noted`,
    [asker, sector, mostPlaces, nowMs, keptUntilMs],
  );
  return row?.noted === true;
}

/** Removes what counts no more. */
export async function deleteEndedPlaces(db: Queryable, nowMs: number): Promise<void> {
  await db.query('delete from _asked_places where until <= to_timestamp($1::double precision / 1000)', [nowMs]);
}
