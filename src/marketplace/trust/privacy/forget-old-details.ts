import type { Engine } from '#engine/engine.ts';
import type { Sweeper } from '#engine/jobs/sweepers.ts';
import { dropOldMails, emptyOldMails } from '#engine/mail/drop-old-mails.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { type KeptThing, keptFor } from '#rules/privacy/kept-for.ts';
import { monthsFrom } from '#rules/time/add-months.ts';
import { dayMs } from '#rules/time/durations.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { forgetSearches } from '../../booking/search/count-searches.ts';
import { forgetPayees } from '../../money/refunds/forget-payees.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { dropOldMessages } from '../../talk/messages/drop-old-messages.ts';
import { forgetAskedPlaces } from '../../teaching/availability/asked-places.ts';
import { dropReports } from './erase-reports.ts';
import {
  clearLessonWords,
  clearOldAddresses,
  clearPapers,
  deleteOldNotifications,
  deleteStrayMails,
  findOldPapers,
  findOldReports,
} from './old-details.store.ts';

const limit = 500;

type Forget = (engine: Engine, beforeMs: number) => Promise<void>;

/** How each thing that is kept for a time is forgotten; what the law wants kept is not. */
const forget: Record<Exclude<KeptThing, 'bookings'>, Forget> = {
  messages: dropOldMessages,
  addresses: (engine, beforeMs) => repeat(() => clearOldAddresses(engine.db, { beforeMs, limit })),
  papers: forgetPapers,
  lessonWords: (engine, beforeMs) => repeat(() => clearLessonWords(engine.db, { beforeMs, limit })),
  notifications: (engine, beforeMs) => repeat(() => deleteOldNotifications(engine.db, { beforeMs, limit })),
  mailWords: emptyOldMails,
  mailTraces: dropOldMails,
  refundPayees: (engine, beforeMs) => forgetPayees(engine.db, beforeMs),
  reports: forgetReports,
  searchSums: forgetSearches,
  askedPlaces: forgetAskedPlaces,
};

/** Daily: forgets what is kept for a time once that is over (domain rule 32), and mails to addresses of nobody after a day. */
export function forgetOldDetails(engine: Engine): Sweeper {
  return {
    name: 'forget-old-details',
    everyMs: dayMs,
    run: (nowMs) => forgetOld(engine, nowMs),
  };
}

/** Forgets what is kept for a time once that is over. */
export async function forgetOld(engine: Engine, nowMs: number): Promise<void> {
  const { values } = await findPolicyAt(engine.db, nowMs);
  for (const [thing, run] of Object.entries(forget)) {
    await run(engine, keptSinceMs(thing as KeptThing, values, nowMs));
  }
  const accounts = engine.collections.all().filter(({ type }) => type === 'auth');
  await deleteStrayMails(engine.db, { beforeMs: nowMs - dayMs, tables: accounts.map(({ name }) => name) });
}

/** What is older than this instant is kept no more. */
function keptSinceMs(thing: KeptThing, values: PolicyValues, nowMs: number): number {
  const { count, unit } = keptFor(thing, values);
  if (unit === 'day') return nowMs - count * dayMs;
  return monthsFrom(platformZone, nowMs, -count * (unit === 'year' ? 12 : 1));
}

async function repeat(step: () => Promise<number>): Promise<void> {
  while ((await step()) === limit);
}

async function forgetPapers(engine: Engine, beforeMs: number): Promise<void> {
  const { id } = engine.collections.get('instructor_documents');
  for (;;) {
    const papers = await findOldPapers(engine.db, { beforeMs, limit });
    // Files first: a row whose file is gone is found again, a file that no row names is not.
    for (const paper of papers) await engine.files.deletePrefix(`${id}/${paper}/`);
    if (papers.length > 0) await clearPapers(engine.db, papers);
    if (papers.length < limit) return;
  }
}

async function forgetReports(engine: Engine, beforeMs: number): Promise<void> {
  await dropReports(engine, await findOldReports(engine.db, beforeMs));
}
