import type { Queryable } from '#engine/database/database.ts';
import { staffRoles } from '#rules/staff/staff-rights.ts';
import type { UnsafePeople } from './count-unsafe-people.ts';

/** Counts superusers, admins who can sign in, and staff without a second factor. */
export async function selectUnsafePeople(db: Queryable): Promise<UnsafePeople> {
  const [row] = await db.query<UnsafePeople>(
    `select (select count(*) from _superusers)::integer as superusers,
       (select count(*) from users where role = 'admin' and not suspended)::integer as admins,
       (select count(*) from users where role = any($1) and not "twoFactor")::integer as "staffWithoutSecondFactor"`,
    [staffRoles],
  );
  return row ?? { superusers: 0, admins: 0, staffWithoutSecondFactor: 0 };
}
