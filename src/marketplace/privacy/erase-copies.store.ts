import type { Queryable } from '#engine/database/database.ts';

/** Whom copies tell of: an account, and the words that name its owner. */
type About = { user: string; words: readonly string[] };

/** The keys of mails and notifications name the record they are about. */
const theirs = `with lesson as (select l.id from lessons l where l.learner = $1), theirs as (
    select id from lesson
    union all select r.id from reschedules r where r.lesson in (select id from lesson)
    union all select n.id from no_shows n where n.lesson in (select id from lesson)
    union all select c.id from no_show_contests c join no_shows n on n.id = c."noShow" where n.lesson in (select id from lesson)
    union all select c.id from claims c where c.learner = $1
    union all select m.id from messages m where m.sender = $1
    union all select p.id from package_purchases p where p.learner = $1)`;

const empty = `(message - 'invitation' - 'attachments') || '{"subject": "", "html": "", "text": ""}'`;
/** Goes out yet; what it said is forgotten then. */
const later = `message || '{"isSecret": true}'`;

/** Takes the words out of mails to others that tell of somebody's lessons or name them. */
export async function eraseMailsAbout(tx: Queryable, { user, words }: About): Promise<void> {
  await tx.query(
    `${theirs}
     update _mails m set subject = case when m.status = 'queued' then m.subject else '' end,
       message = case when m.status = 'queued' then ${later} else ${empty} end
     where split_part(m.key, ':', 2) in (select id from theirs)
       or exists (select 1 from unnest($2::text[]) as word where position(lower(word) in lower(m.message::text)) > 0)`,
    [user, words],
  );
}

/** Forgets the mails that went to an address; what still waits goes out and is forgotten then. */
export async function eraseMailsTo(tx: Queryable, address: string): Promise<void> {
  await tx.query(`delete from _mails where lower("to") = lower($1) and status <> 'queued'`, [address]);
  await tx.query(`update _mails set message = ${later} where lower("to") = lower($1)`, [address]);
}

/** Drops what others were told of somebody's lessons, or by name. */
export async function eraseNotificationsAbout(tx: Queryable, { user, words }: About): Promise<void> {
  await tx.query(
    `${theirs}
     delete from notifications n
     where split_part(n._key, ':', 2) in (select id from theirs)
       or exists (select 1 from unnest($2::text[]) as word where position(lower(word) in lower(concat_ws(' ', n.title, n.message))) > 0)`,
    [user, words],
  );
}

/** Takes the words that name somebody out of what others are told at the end: they have to know that a lesson is off. */
export async function unnameNotifications(tx: Queryable, { words }: About): Promise<void> {
  for (const word of words) {
    await tx.query(
      `update notifications set title = replace(title, $1, $2), message = replace(message, $1, $2)
       where position($1 in title || ' ' || message) > 0`,
      [word, 'Somebody who left'],
    );
  }
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
    `update own_learners set name = 'Former learner', phone = '', note = '', "inviteCode" = '' where "user" = $1`,
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

/** Forgets the files that somebody gave as evidence; answers the folders they lie in. */
export async function eraseEvidence(tx: Queryable, user: string): Promise<string[]> {
  const claims = await tx.query<{ id: string }>(
    `update claims set evidence = '[]' where learner = $1 and evidence <> '[]' returning id`,
    [user],
  );
  const statements = await tx.query<{ id: string }>(
    `update claim_statements set evidence = '[]' where author = $1 and evidence <> '[]' returning id`,
    [user],
  );
  return [...claims, ...statements].map(({ id }) => id);
}
