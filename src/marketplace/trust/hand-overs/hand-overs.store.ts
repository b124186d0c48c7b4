import type { Queryable } from '#engine/database/database.ts';
import type { HandOver } from '#wire/hand-overs.ts';
import { wasBooked, wasTaught } from '../../platform/reads/states-in.ts';

type Three = { learner: string; from: string; to: string };

/** Who is behind a hand-over. */
export type HandOverFacts = {
  fromUser: string;
  toUser: string;
  toStatus: string;
  /** The learner has or had lessons, or hours, with who hands over. */
  haveMet: boolean;
  /** The same asker was refused the same within 7 days. */
  isRefusedLately: boolean;
};

/** Undefined where one of the three is nobody, or the learner has left. */
export async function findFacts(
  db: Queryable,
  { learner, from, to, askedBy, nowMs }: Three & { askedBy: string; nowMs: number },
): Promise<HandOverFacts | undefined> {
  const [row] = await db.query<HandOverFacts>(
    `select f."user" as "fromUser", t."user" as "toUser", t.status as "toStatus",
       exists (select from lessons l where l.learner = $1 and l.instructor = f.id and ${wasBooked('l')})
         or exists (select from own_learners o where o."user" = $1 and o.instructor = f.id)
         or exists (select from package_purchases x where x.learner = $1 and x.instructor = f.id and x.status = 'active') as "haveMet",
       exists (select from hand_overs h where h.learner = $1 and h."fromInstructor" = f.id and h."toInstructor" = t.id
         and h."askedBy" = $5 and h.status = 'refused' and h.updated > to_timestamp($4::double precision / 1000) - interval '7 days') as "isRefusedLately"
     from instructors f, instructors t
     where f.id = $2 and t.id = $3 and exists (select from users u where u.id = $1 and u._closed is null)`,
    [learner, from, to, nowMs, askedBy],
  );
  return row;
}

export type LockedHandOver = { status: string; learnerAgreedAt: Date | null; takerAgreedAt: Date | null };

/** A hand-over under its lock, so that of two answers each counts. */
export async function lockHandOver(tx: Queryable, id: string): Promise<LockedHandOver | undefined> {
  const [row] = await tx.query<LockedHandOver>(
    'select status, "learnerAgreedAt", "takerAgreedAt" from hand_overs where id = $1 for update',
    [id],
  );
  return row;
}

export type HandOverNames = { learnerName: string; fromName: string; toName: string; fromUser: string; toUser: string };

/** The names of the three, and the accounts of the two instructors. */
export async function findNames(db: Queryable, { learner, from, to }: Three): Promise<HandOverNames> {
  const [row] = await db.query<HandOverNames>(
    `select shown_name(u) as "learnerName", f.name as "fromName", t.name as "toName", f."user" as "fromUser", t."user" as "toUser"
     from users u, instructors f, instructors t where u.id = $1 and f.id = $2 and t.id = $3`,
    [learner, from, to],
  );
  if (!row) throw new Error('A hand-over has a learner and two instructors.');
  return row;
}

export type HandOverRow = Omit<HandOver, 'created' | 'learner' | 'from' | 'to' | 'refundCents'> & {
  createdMs: number;
  learner: string;
  learnerName: string;
  from: string;
  fromName: string;
  to: string;
  toName: string;
  /** What came back of packages. */
  refundCents: number;
};

const ofPair = `(l.learner = h.learner or l."_ownLearner" in (select o.id from own_learners o where o.instructor = h."fromInstructor" and o."user" = h.learner))
  and l.instructor = h."fromInstructor" and ${wasTaught('l')}`;

/** The hand-overs that somebody has a part in: those that wait first, then the newest. At most 50. */
export function listHandOversOf(db: Queryable, user: string): Promise<HandOverRow[]> {
  return db.query(
    `select h.id, h.status, h."askedBy", h.note, (extract(epoch from h.created) * 1000)::double precision as "createdMs",
       h.learner, shown_name(u) as "learnerName", f.id as "from", f.name as "fromName", t.id as "to", t.name as "toName",
       case when h.learner = $1 then 'learner' when f."user" = $1 then 'giver' else 'taker' end as role,
       h."learnerAgreedAt" is not null as "learnerAgreed", h."takerAgreedAt" is not null as "takerAgreed", h."refundCents",
       (select count(*)::integer from lessons l where ${ofPair}) as lessons,
       (select count(distinct s.skill)::integer from lessons l join lesson_logs g on g.lesson = l.id,
          jsonb_to_recordset(g.skills) as s (skill text) where ${ofPair}) as skills
     from hand_overs h join users u on u.id = h.learner join instructors f on f.id = h."fromInstructor" join instructors t on t.id = h."toInstructor"
     where h.learner = $1 or (f."user" = $1 and (h."askedBy" = 'instructor' or h.status = 'done')) or (t."user" = $1 and h."learnerAgreedAt" is not null)
     order by (h.status = 'waiting') desc, h.created desc, h.id limit 50`,
    [user],
  );
}
