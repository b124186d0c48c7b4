import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { announceUncontested } from '../announcing/announce-absence.ts';
import { settleLater } from '../settle-later.ts';
import { endWaiting, findSettleable, noteCredit } from './absences.store.ts';
import { instructorGone } from './say-missing.ts';

/**
 * Gives the money of lessons back whose instructor was said to be missing and did not contest it in time (domain rules 10 and 11): until then it
 * was held, so that nobody is paid back by a word that staff do not believe afterwards.
 */
export async function settleNoShows(engine: Engine, nowMs: number): Promise<void> {
  for (const noShow of await findSettleable(engine.db, nowMs)) {
    try {
      await settleNoShow(engine, noShow, nowMs);
    } catch (error) {
      // It stays due and is tried again in the next sweep; the others must not wait for it.
      engine.log.error({ err: error, noShow: noShow.id }, 'The money of a missed lesson could not be given back.');
    }
  }
}

async function settleNoShow(engine: Engine, noShow: { id: string; lesson: string }, nowMs: number): Promise<void> {
  const { id, lesson } = noShow;
  await engine.db.transaction(async (tx) => {
    let creditCents = 0;
    const back = await settleLater(engine, tx, {
      lesson,
      status: 'no_show_instructor',
      nowMs,
      money: async (facts) => {
        if (!(await endWaiting(tx, id))) return undefined;
        const gone = await instructorGone(tx, facts);
        creditCents = gone.creditCents;
        return { settle: gone.gives };
      },
    });
    if (!back) return;
    await announceUncontested(engine, tx, { noShow: id, lesson, ...back, extraCents: creditCents });
    // What covers the bank comes out of the price's credit first.
    const row = await noteCredit(tx, id, Math.max(0, creditCents + Math.min(0, back.creditedCents)));
    if (row) tx.afterCommit(() => publishRow(engine, 'no_shows', row));
  });
}
