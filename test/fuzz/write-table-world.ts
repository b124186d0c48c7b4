import type { Transaction } from '#engine/database/database.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { makeInstructor, makePerson, type TestApp } from '../support/start-app.ts';
import {
  bodiesOf,
  draft,
  draftHours,
  draftPaper,
  freshReview,
  idFor,
  lessonRows,
  named,
  paidFor,
  rowFor,
  submitted,
  waitingRows,
} from './write-table-rows.ts';

export const roles = [
  'guest',
  'learner',
  'other learner',
  'instructor',
  'other instructor',
  'moderator',
  'finance',
  'admin',
  'superuser',
] as const;
export type Role = (typeof roles)[number];
export type Client = Awaited<ReturnType<typeof makePerson>>;
export type Row = Record<string, unknown>;

export type WriteWorld = {
  clients: Record<Role, Client>;
  /** A record of each collection, that of the learner and the instructor. */
  ids: Record<string, string>;
  /** What a new record of a collection may well look like. */
  body: (collection: string, role: Role) => Row;
  /** Puts all that was written since back. */
  restore: () => Promise<void>;
};

/** A record of every collection of the product, between the learner and the instructor; lessons in each state that something can be done to. */
export async function makeWriteWorld(app: TestApp): Promise<WriteWorld> {
  await app.root.settings.update({ batch: { enabled: true } });
  const own = await makeInstructor(app, { name: 'Lim' });
  const other = await makeInstructor(app, { name: 'Tan' });
  const learner = await makePerson(app);
  const candidate = await makePerson(app);
  const clients: WriteWorld['clients'] = {
    guest: Object.assign(app.guest(), { id: '' }),
    learner,
    'other learner': await makePerson(app),
    instructor: own.client,
    'other instructor': other.client,
    moderator: await makePerson(app, { role: 'moderator' }),
    finance: await makePerson(app, { role: 'finance' }),
    admin: await makePerson(app, { role: 'admin' }),
    superuser: Object.assign(app.root, { id: String(app.root.authStore.record?.id) }),
  };
  const ids: Record<string, string> = { users: learner.id, instructors: own.id };
  for (const { name } of marketplaceCollections) ids[name] ??= idFor(name);
  const lessons = lessonRows(own.id, learner.id);
  await app.db.transaction(async (tx) => {
    await tx.script('set local session_replication_role = replica; delete from notification_preferences');
    for (const collection of marketplaceCollections) {
      if (['users', 'instructors', 'lessons'].includes(collection.name)) continue;
      await insert(tx, collection.name, rowFor(collection, ids));
    }
    for (const row of lessons) await insert(tx, 'lessons', row);
    await insert(tx, 'payments', paidFor('lessonconfirmed', learner.id));
    // Who paid less than half of a lesson may not review it.
    await insert(tx, 'payments', { ...paidFor('lessonclaimed00', learner.id), id: 'claimedpayment0' });
    await insert(tx, 'instructors', {
      ...(await rowOf(tx, 'instructors', other.id)),
      ...draft,
      user: clients.moderator.id,
    });
    await insert(tx, 'instructor_documents', { ...rowFor(named('instructor_documents'), ids), ...draftPaper });
    await insert(tx, 'availability_rules', { ...rowFor(named('availability_rules'), ids), ...draftHours });
    await insert(tx, 'reviews', { ...rowFor(named('reviews'), ids), ...freshReview });
    await insert(tx, 'instructors', {
      ...(await rowOf(tx, 'instructors', other.id)),
      ...submitted,
      user: candidate.id,
    });
    const people = {
      own: own.id,
      other: other.id,
      learner: learner.id,
      otherLearner: clients['other learner'].id,
      candidate: candidate.id,
    };
    for (const [table, row] of waitingRows(ids, people)) await insert(tx, table, row);
  });
  const bodies = bodiesOf(ids, { other: other.id, candidate: candidate.id, learner: learner.id });
  const restore = await keepCopies(app);
  let made = 0;
  return {
    clients,
    ids,
    body: (collection, role) => {
      made += 1;
      if (collection === 'users') {
        const email = `made${made}@kerbside.example`;
        // An account that staff make begins without a password.
        if (role === 'admin') return { email };
        const password = 'learner-password';
        return { email, password, passwordConfirm: password };
      }
      return { ...(bodies[collection] ?? {}), ...(ownOf(collection, clients[role].id) ?? {}) };
    },
    restore,
  };
}

async function rowOf(tx: Transaction, table: string, id: string): Promise<Row> {
  const [row] = await tx.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t where id = $1`, [id]);
  return row?.row ?? {};
}

async function insert(tx: Transaction, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row)
    .filter((name) => name !== '_seq' && name !== 'occupied')
    .map((name) => `"${name}"`);
  await tx.query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`, [
    JSON.stringify(row),
  ]);
}

function ownOf(collection: string, user: string): Row | undefined {
  return ['notification_preferences', 'saved_instructors', 'licence_roads'].includes(collection) ? { user } : undefined;
}

/** Copies of all tables, and what puts those back that were written since. Triggers don't run then: this is no write of the product. */
async function keepCopies({ db }: TestApp): Promise<() => Promise<void>> {
  const tables = await db.query<{ name: string; columns: string }>(
    `select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and c.relname !~ '^_(?:migrations|functions|logs|params|collections|sessions|revocations|superusers|attempts|crons)'
     group by c.relname order by c.relname`,
  );
  await db.query('create schema copies');
  await db.query('create table copies._written (name text)');
  await db.query(`create function copies.note() returns trigger language plpgsql security definer as
    'begin insert into copies._written values (quote_ident(tg_table_name)); return null; end'`);
  for (const { name } of tables) {
    await db.query(`create table copies.${name} as table public.${name}`);
    await db.query(`create trigger zz_written after insert or update or delete or truncate on public.${name}
      for each statement execute function copies.note()`);
  }
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]));
  return () =>
    db.transaction(async (tx) => {
      const written = await tx.query<{ name: string }>('delete from copies._written returning name');
      const back = [...new Set(written.map(({ name }) => name))].sort().map((name) => {
        const columns = columnsOf.get(name);
        return `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from copies.${name};`;
      });
      await tx.script(`set local session_replication_role = replica;\n${back.join('\n')}`);
    });
}
