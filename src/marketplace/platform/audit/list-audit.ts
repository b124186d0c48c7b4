import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import { findRow } from '#engine/records/record-store.ts';
import { auditActions } from '#rules/staff/audit-actions.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { AuditAnswer, AuditEntry } from '#wire/users.ts';
import { isoInstant } from '../reads/parse-instant.ts';
import { readChoice } from '../reads/read-choice.ts';
import { readEnd } from '../reads/read-span.ts';
import { requireRight } from '../reads/require-right.ts';
import { type AuditRow, findAuditEntries } from './audit.store.ts';
import { lookedAt } from './private-records.ts';

/**
 * `GET /api/marketplace/audit?q=&record=&actor=&collection=&action=&looks=&from=&to=&page&perPage`: who of the platform's people did what, newest first;
 * `looks=false` leaves out what was looked at only. A word of `q` may have others beside it that do as well, with `|` between them: pages show records and
 * fields in words of their language, and the trail has their names. For admins and superusers: 401 for guests, 403 for others.
 */
export function listAuditRoute(engine: Engine): Route<AuditAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/audit',
    async handle({ auth, query }) {
      const staff = requireRight(auth, 'audit');
      const page = readPage(query);
      const { record = '', actor = '', collection = '' } = query;
      const action = readChoice(query, 'action', auditActions) ?? '';
      const [fromMs, toMs] = [readEnd(query, 'from', platformZone), readEnd(query, 'to', platformZone)];
      const words = readWords(query.q ?? '');
      const isWithoutLooks = readChoice(query, 'looks', ['true', 'false']) === 'false';
      const filter = { words, record, actor, collection, action, isWithoutLooks, fromMs, toMs };
      const { items, totalItems } = await findAuditEntries(engine.db, filter, page);
      await noteTold(engine, staff, items);
      if (words.length > 0) await engine.hooks.watcher.noteReading(searchOf(staff, query.q));
      const headers = { 'Cache-Control': 'private, no-store' };
      const body: AuditAnswer = pageEnvelope(page, items.map(presentEntry), totalItems);
      return { status: 200, headers, body };
    },
  };
}

const searchOf = (auth: AuthRecord, q = '') =>
  ({ auth, action: 'view', collection: '_audit', after: { q: q.slice(0, mostLetters) } }) as const;

/** Entries show values of the records that they are of, which is a look at these. Looks show none, so that reading them leaves no more of them. */
async function noteTold(engine: Engine, auth: AuthRecord, items: readonly AuditRow[]): Promise<void> {
  const telling = items.filter(
    ({ action, changes, before, after }) => action !== 'view' && (changes.length > 0 || before || after),
  );
  for (const [name, entries] of Map.groupBy(telling, ({ collection }) => collection)) {
    const collection = engine.collections.find(name);
    if (!collection || !lookedAt(engine.collections.all(), collection)) continue;
    const { db, hooks } = engine;
    const rows = await Promise.all(
      entries.map(
        async ({ record, before, after }) =>
          // What is gone is known from the entry alone.
          (await findRow(db, collection, record)) ?? { ...after, ...before, id: record },
      ),
    );
    await hooks.watcher.noteLook({ collection, rows, auth, db });
  }
}

/**
 * As many letters as the page's longest search comes to, twelve words each with the names that they may stand for: every letter may be a word to look
 * for, and each is another list of entries to go through.
 */
const mostLetters = 4000;

function readWords(q: string): string[][] {
  const wordsOf = (text: string, between: RegExp) => text.split(between).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return wordsOf(q.slice(0, mostLetters), /\s+/).map((word) => wordsOf(word, /\|/));
}

function presentEntry({ createdMs, ...entry }: AuditRow): AuditEntry {
  return { ...entry, created: isoInstant(createdMs) };
}
