import type { Queryable } from '#engine/database/database.ts';

/** Whom copies tell of: an account, and the address that is its owner's alone; empty while nobody has shown that it is theirs. */
type About = { user: string; address: string };

/**
 * The keys of mails and notifications say of what kind of record they tell, then its id. People choose the ids of what they make, so an id alone is not
 * theirs: the same one may be somebody's account, or a record of another kind.
 */
const theirs = `with lesson as (select l.id from lessons l where l.learner = $1), theirs as (
    select id, '^(lesson|series)_|^(beyond_papers|review_ask)$' as kinds from lesson
    union all select r.id, '^reschedule_' from reschedules r where r.lesson in (select id from lesson)
    union all select n.id, '^no_show(_settled)?$' from no_shows n where n.lesson in (select id from lesson)
    union all select c.id, '^no_show_contest$' from no_show_contests c join no_shows n on n.id = c."noShow" where n.lesson in (select id from lesson)
    union all select d.id, '^no_show_decision$' from no_show_decisions d join no_show_contests c on c.id = d.contest
      join no_shows n on n.id = c."noShow" where n.lesson in (select id from lesson)
    union all select s.id, '^claim_statement$' from claim_statements s join claims c on c.id = s.claim where c.learner = $1
    union all select c.id, '^claim(_decided|_withdrawn)?$' from claims c where c.learner = $1
    union all select h.id, '^hand_over$' from hand_overs h where h.learner = $1
    union all select m.id, '^message$' from messages m where m.sender = $1
    union all select p.id, '^package_' from package_purchases p where p.learner = $1
    union all select s.id, '^support$' from support_requests s where s."user" = $1
    union all select s.id, '^support$' from support_messages s where s.sender = $1)`;

/** Whether a key names one of those; of a fee that came back the reason stands before its lesson. */
function isTheirs(key: string): string {
  const [kind, id, later] = [1, 2, 3].map((place) => `split_part(${key}, ':', ${place})`);
  return `(exists (select from theirs t where t.id = ${id} and ${kind} ~ t.kinds)
    or (${kind} = 'fee_returned' and ${later} in (select id from lesson)))`;
}

/** The address by itself, not as the end of somebody else's. */
const named = (text: string) =>
  `($2 <> '' and ${text} ~* ('(^|[^a-z0-9._%+-])' || regexp_replace($2, '([^a-zA-Z0-9@_])', '\\\\\\1', 'g') || '($|[^a-z0-9_-])'))`;

const empty = `(message - 'invitation' - 'attachments') || '{"subject": "", "html": "", "text": ""}'`;

/** Takes the words out of mails to others that tell of somebody's lessons or write their address; out of those on their way once they are sent or given up. */
export async function eraseMailsAbout(tx: Queryable, { user, address }: About): Promise<void> {
  await tx.query(
    `${theirs}
     update _mails m set subject = case when m.status = 'queued' then m.subject else '' end,
       message = case when m.status = 'queued' then message || '{"isErased": true}' else ${empty} end
     where ${isTheirs('m.key')}
       or ${named(`concat_ws(' ', m.subject, m.message->>'subject', m.message->>'html', m.message->>'text')`)}`,
    [user, address],
  );
}

/** Forgets the mails to an address, also those that the mail server has not taken so far; what was not tried yet goes out and is forgotten then. */
export async function eraseMailsTo(tx: Queryable, address: string): Promise<void> {
  await tx.query(`delete from _mails where lower("to") = lower($1) and (status <> 'queued' or attempts > 0)`, [
    address,
  ]);
  await tx.query(`update _mails set message = message || '{"isErased": true}' where lower("to") = lower($1)`, [
    address,
  ]);
}

/** Forgets all mails to an address: a restored backup has them wait once more. */
export async function dropMailsTo(tx: Queryable, address: string): Promise<void> {
  await tx.query('delete from _mails where lower("to") = lower($1)', [address]);
}

/** Drops what others were told of somebody's lessons, or by name. */
export async function eraseNotificationsAbout(tx: Queryable, { user, address }: About): Promise<void> {
  await tx.query(
    `${theirs}
     delete from notifications n
     where ${isTheirs('n._key')}
       or ${named(`concat_ws(' ', n.title, n.message)`)}`,
    [user, address],
  );
}

/** Takes somebody's name out of what others are told of their lessons at the end: they have to know that a lesson is off. */
export async function unnameNotifications(tx: Queryable, user: string, name: string): Promise<void> {
  if (name === '') return;
  await tx.query(
    `${theirs}
     update notifications n set title = replace(n.title, $2, $3), message = replace(n.message, $2, $3)
     where ${isTheirs('n._key')}`,
    [user, name, 'Somebody who left'],
  );
}

/** Empties what somebody wrote as a reason or a statement, and what was said of their absence; that it happened stays. */
export async function eraseWords(tx: Queryable, user: string): Promise<void> {
  await tx.query(`select set_config('kerbside.is_erasing', 'on', true)`);
  await tx.query(`update lesson_moves set reason = '' where actor = $1 and reason <> ''`, [user]);
  await tx.query(
    `update lesson_moves m set reason = '' from lessons l where l.id = m.lesson and l.learner = $1 and m.reason <> ''`,
    [user],
  );
  for (const [table, column] of written) {
    await tx.query(`update ${table} set ${column} = '' where _author = $1 and ${column} <> ''`, [user]);
  }
  await tx.query(
    `update no_shows n set text = '' from lessons l where l.id = n.lesson and l.learner = $1 and n.text <> ''`,
    [user],
  );
  await tx.query(
    `update lessons set pickup = '', "postalCode" = '', note = '' where "_ownLearner" in (
       select o.id from own_learners o join instructors i on i.id = o.instructor where o."user" = $1 or i."user" = $1)`,
    [user],
  );
  await tx.query(
    `delete from student_notes where learner = $1 or instructor in (select id from instructors where "user" = $1)`,
    [user],
  );
  await tx.query(
    `update hand_overs set note = '', status = case when status = 'waiting' then 'withdrawn' else status end
     where learner = $1 or "fromInstructor" in (select id from instructors where "user" = $1)
       or "toInstructor" in (select id from instructors where "user" = $1)`,
    [user],
  );
  await tx.query(
    `update own_learners set name = 'Former learner', phone = '', note = '', "inviteCode" = 'gone-' || id
     where "user" = $1 or instructor in (select id from instructors where "user" = $1)`,
    [user],
  );
  await tx.query(
    `update own_payments set note = '' where note <> '' and "ownLearner" in (
       select o.id from own_learners o join instructors i on i.id = o.instructor where o."user" = $1 or i."user" = $1)`,
    [user],
  );
  await tx.query(
    `update support_joins j set label = 'Deleted account'
     where (j.kind = 'person' and j.record = $1) or (j.kind = 'lesson' and j.record in (
       select l.id from lessons l join instructors i on i.id = l.instructor where l.learner = $1 or i."user" = $1))`,
    [user],
  );
  await tx.query(
    `update account_changes set value = '', was = '', reason = '', "personName" = 'Deleted account',
       status = case when status = 'waiting' then 'withdrawn' else status end where "user" = $1`,
    [user],
  );
  await tx.query(`update claims set text = '' where learner = $1 and text <> ''`, [user]);
  await tx.query(`update claim_statements set text = '' where author = $1 and text <> ''`, [user]);
  await tx.query(
    `update no_show_contests c set text = '' from no_shows n join lessons l on l.id = n.lesson
     where n.id = c."noShow" and l.learner = $1 and c.text <> ''`,
    [user],
  );
}

const written = [
  ['cancellations', 'reason'],
  ['reschedules', 'reason'],
  ['waivers', 'reason'],
  ['approvals', 'reason'],
  ['no_shows', 'text'],
  ['no_show_contests', 'text'],
] as const;

/** Forgets the files that somebody gave as evidence; answers of which records of which collection. */
export async function eraseEvidence(
  tx: Queryable,
  user: string,
): Promise<Array<{ collection: 'claims' | 'claim_statements'; id: string }>> {
  const claims = await tx.query<{ id: string }>(
    `update claims set evidence = '[]' where learner = $1 and evidence <> '[]' returning id`,
    [user],
  );
  const statements = await tx.query<{ id: string }>(
    `update claim_statements set evidence = '[]' where author = $1 and evidence <> '[]' returning id`,
    [user],
  );
  return [
    ...claims.map(({ id }) => ({ collection: 'claims' as const, id })),
    ...statements.map(({ id }) => ({ collection: 'claim_statements' as const, id })),
  ];
}
