import type { Queryable } from '#engine/database/database.ts';
import { lessonSets } from '#rules/lessons/lesson-states.ts';

const statesOf = (set: keyof typeof lessonSets) => `(${lessonSets[set].map((state) => `'${state}'`).join(', ')})`;

/** Lessons whose people still have their accounts, and of the last weeks: what was told goes with an account, and with time. */
const stillThere = `lessons l join instructors i on i.id = l.instructor join users a on a.id = l.learner join users b on b.id = i."user"
  and a._closed is null and b._closed is null and l.created > $1::timestamptz - interval '20 days'`;

/** The keys of what a move of a lesson tells; mails of their own are of the first lines only. Lessons that were paid together are told of together. */
const toldBy = (keys: string) => `
  select k.key from lesson_moves m join ${stillThere} on l.id = m.lesson, lateral (values ${keys}) k (event, key)
  where k.event = m.event and not (m.event = 'cancel' and m."from" = 'held')
    and not (m.event = 'pay' and (m."to" = 'requested' or l.series <> ''))`;
const both = (event: string, key: string) => [
  `('${event}', '${key}:' || m.lesson || ':learner')`,
  `('${event}', '${key}:' || m.lesson || ':instructor')`,
];
const mailed = [
  ...both('pay', 'lesson_confirmed'),
  ...both('approve', 'lesson_confirmed'),
  ...both('cancel', 'lesson_cancelled'),
  ...both('charge_back', 'lesson_cancelled'),
  ...['learner', 'instructor'].map(
    (side) => `('reschedule', 'lesson_moved:' || m.lesson || ':' || m.sequence || ':${side}')`,
  ),
];
const noticed = [...mailed, ...both('decline', 'lesson_declined'), ...both('lapse', 'lesson_lapsed')];
/** Also of a lesson that the clock had closed by then. */
const loggedKeys = `select 'lesson_logged:' || g.lesson || ':learner' as key from lesson_logs g join ${stillThere} on l.id = g.lesson`;
const saidIn = (table: string, key: string, kinds: string) => `
  select ${key} from ${table} t join ${stillThere} on l.id = split_part(t.${key}, ':', 2)
  where t.${key} ~ '^lesson_(${kinds}):' and not (t.${key} like 'lesson_confirmed:%' and l.series <> '' and not exists (
    select from lesson_moves m where m.lesson = l.id and m.event = 'approve'))`;
const differ = (one: string, other: string) => `(${one} except ${other}) union all (${other} except ${one})`;
const noticeKinds = 'confirmed|cancelled|moved|declined|lapsed|logged';

/** What must never be found, after any step; `$1` is the product's time. */
const wrongs: Record<string, string> = {
  'lessons that overlap': `select a.id, b.id as other from lessons a join lessons b on a.id < b.id and a.occupied && b.occupied
      and (a.instructor = b.instructor or a.learner = b.learner and a.learner <> '')
    where a.status in ${statesOf('occupying')} and b.status in ${statesOf('occupying')}`,
  'more back than was paid': `select p.id from payments p where p."amountCents" < (select coalesce(sum(r."amountCents"), 0) from refunds r where r.payment = p.id)`,
  'a lesson or package that was paid twice': `select lesson, "packagePurchase" from payments
    where status in ('succeeded', 'processing') and method <> 'credit' group by 1, 2 having count(*) > 1`,
  'credit below zero': `select id from ledger_accounts where id like 'learner\\_credit:%' and "balanceCents" > 0`,
  'more of a package used than it has': `select id from package_purchases where "minutesLeft" < 0 or "minutesLeft" + package_used_minutes(id) > minutes`,
  'money of a package that is over': `select x.id, package_held_cents(x.id) as cents from package_purchases x
    where x.status in ('refunded', 'expired') and package_held_cents(x.id) <> 0`,
  'a payout of other amounts': `select x.id from payouts x
    where x."returnedAt" is null and x."amountCents" <> (select coalesce(sum(p."amountCents"), 0) from payables p where p.payout = x.id)`,
  'an ended lesson without a settlement': `select l.id, l.status from lessons l
    where paid_cents(l.id) > 0 and not exists (select from settlements s where s.lesson = l.id)
      and (l.status in ('closed', 'cancelled_by_learner', 'cancelled_by_instructor')
        or l.status in ${statesOf('missed')} and not exists (select from no_shows n where n.lesson = l.id and n."_settleAt" is not null))`,
  'a lesson that should be closed': `select id from lessons where status in ('confirmed', 'in_progress', 'completed') 
      and "end" <= $1::timestamptz - make_interval(hours => (policy_values("policyVersion") ->> 'autoCloseHours')::integer)`,
  'a hold that ran out': `select id from lessons where status = 'held' and "holdExpiresAt" <= $1::timestamptz`,
  'a request that nobody answered': `select id from lessons where status = 'requested' and "requestExpiresAt" <= $1::timestamptz`,
  'a proposal that nobody answered': `select id from reschedules where status = 'proposed' and "answerBy" <= $1::timestamptz`,
  'an offer that is over': `select id from waitlist_offers where status = 'open' and "expiresAt" <= $1::timestamptz`,
  // While the payer's bank decides about the payment nothing of it is sent.
  'a refund that waits': `select id from refunds where status = 'due' and "dueAt" <= $1::timestamptz
    and coalesce(refund_hindrance(payment), '') <> 'bank_decides'`,
  'a payment that waits': `select id from payments where status = 'requires_action' and "expiresAt" <= $1::timestamptz`,
  'a package that should be over': `select id from package_purchases where status in ('pending', 'active') and "_endsAt" <= $1::timestamptz`,
  'news that nobody was told, or nobody made': differ(
    `(${toldBy(noticed.join(', '))} union ${loggedKeys})`,
    saidIn('notifications', '_key', noticeKinds),
  ),
  'mails that nobody got, or nobody made': differ(
    toldBy(mailed.join(', ')),
    saidIn('_mails', 'key', 'confirmed|cancelled|moved'),
  ),
  'news told twice': `select _key from notifications group by _key having count(*) > 1`,
};

/** What is wrong, in words with the rows that are. */
export async function findWrongs(db: Queryable, nowMs: number): Promise<string[]> {
  const found: string[] = [];
  for (const [name, text] of Object.entries(wrongs)) {
    const rows = await db.query(text, text.includes('$1') ? [new Date(nowMs).toISOString()] : []);
    if (rows.length > 0) found.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return found;
}
