import type { Queryable } from '#engine/database/database.ts';
import { wireDate } from '#engine/wire-date.ts';
import type { Pardon, PardonKind } from '#wire/pardons.ts';
import { likeText } from '../../../platform/reads/like-text.ts';

export const pardonKinds = ['reliability', 'mercy', 'goodwill', 'waiver'] as const satisfies readonly PardonKind[];

type PardonRow = Omit<Pardon, 'created' | 'until'> & { created: Date; until: Date | null };

export const pardonSorts = {
  '-created': 'created desc, id',
  created: 'created, id',
  person: 'lower("personName"), created desc, id',
  '-person': 'lower("personName") desc, created desc, id',
  '-amount': '"amountCents" desc nulls last, created desc, id',
  amount: '"amountCents" nulls last, created desc, id',
} as const;
export type PardonSort = keyof typeof pardonSorts;

/*
 * Mercy passes by the cancellation that used them, until the next one can be had; credit on top of a refund by the lesson that it was given for, whoever
 * bore it; charges that an instructor waived; and what staff pardoned, until it would have stopped counting by itself.
 */
const pardons = `
  select r.id, 'reliability' as kind, r.created, i.id as person, i.name as "personName", '' as "byName", r.reason,
    null::integer as "amountCents", r.created + make_interval(days => $3) as until, '' as lesson
  from reliability_pardons r join instructors i on i.id = r.instructor
  union all
  select c.id, 'mercy', c.created, l.learner, shown_name(u), '', c.reason, c."creditCents",
    (c.created at time zone i.timezone + make_interval(months => (v.values ->> 'mercyMonths')::integer)) at time zone i.timezone, l.id
  from cancellations c join lessons l on l.id = c.lesson join users u on u.id = l.learner join instructors i on i.id = l.instructor
    join policies v on v.version = l."policyVersion"
  where c."usesMercyPass"
  union all
  select s.lesson, 'goodwill', s.created, s.learner, shown_name(u), '', '',
    (select sum((g ->> 'cents')::integer) from jsonb_array_elements(s.gives) g
     where g ->> 'to' = 'credit' and g ->> 'from' in ('platform', 'instructor'))::integer, null, s.lesson
  from settlements s join users u on u.id = s.learner
  where s.gives @> '[{"to": "credit", "from": "platform"}]' or s.gives @> '[{"to": "credit", "from": "instructor"}]'
  union all
  select w.id, 'waiver', w.created, l.learner, shown_name(u), i.name, w.reason, w."refundCents", null, l.id
  from waivers w join lessons l on l.id = w.lesson join users u on u.id = l.learner join instructors i on i.id = l.instructor`;

/** What a pardon of a page says besides: who gave it, and why, where that is written down elsewhere. */
const shown = `
  select p.id, p.kind, p.created, p.person, p."personName", coalesce(a."actorName", d."adminName", p."byName") as "byName",
    case p.kind when 'goodwill' then coalesce(d.reason, c.reason, '') else p.reason end as reason, p."amountCents", p.until, p.lesson
  from page p left join lateral (
    select e."actorName" from audit_entries e
    where p.kind = 'reliability' and e.record = p.id and e.collection = 'reliability_pardons' and e.action = 'create' limit 1) a on true
  left join lateral (
    select d."adminName", d.reason from claims k join claim_decisions d on d.claim = k.id
    where p.kind = 'goodwill' and k.lesson = p.lesson and k.status = 'decided' order by d.created desc limit 1) d on true
  left join cancellations c on p.kind = 'goodwill' and c.lesson = p.lesson`;

export type PardonQuery = {
  q: string;
  kind: PardonKind | '';
  /** For how many days a lapse counts. */
  reliabilityDays: number;
  sort: PardonSort;
  page: number;
  perPage: number;
};

/** A page of what was pardoned: by a person's name or id, or a lesson's id, and by kind. */
export async function findPardons(
  db: Queryable,
  { q, kind, reliabilityDays, sort, page, perPage }: PardonQuery,
): Promise<{ items: Pardon[]; totalItems: number }> {
  const like = q === '' ? '' : likeText(q);
  const found = `(${pardons}) p where ($1 = '' or "personName" ilike $1 or person = $2 or lesson = $2) and ($4 = '' or kind = $4)`;
  const parameters = [like, q, reliabilityDays, kind];
  const [rows, [sum]] = await Promise.all([
    db.query<PardonRow>(
      `with page as materialized (select * from ${found} order by ${pardonSorts[sort]} limit $5 offset $6)
       ${shown} order by ${pardonSorts[sort]}`,
      [...parameters, perPage, (page - 1) * perPage],
    ),
    db.query<{ count: number }>(`select count(*)::integer as count from ${found}`, parameters),
  ]);
  const items = rows.map(({ created, until, ...row }) => ({
    ...row,
    created: wireDate(created),
    until: until && wireDate(until),
  }));
  return { items, totalItems: sum?.count ?? 0 };
}
