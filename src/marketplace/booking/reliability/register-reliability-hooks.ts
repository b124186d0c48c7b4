import type { Engine } from '#engine/engine.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { requireImpartial } from '../../platform/rights/require-impartial.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { judgeInstructor } from './judge-reliability.ts';
import { findFirstLapse, lockInstructor } from './reliability.store.ts';

/** A pardon takes effect with the transaction that writes it, and its instructor is told. */
export function registerReliabilityHooks(engine: Engine): void {
  engine.hooks.on('reliability_pardons', { insideCreate: (event) => pardon(engine, event) });
}

async function pardon(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record } = event;
  const instructor = await lockInstructor(tx, String(record.instructor));
  if (!instructor) return;
  await requireImpartial(tx, event, {
    ...{ parties: [instructor.user], about: 'case', field: 'instructor', refusal: 'Failed to create record.' },
    right: 'users',
    begun: (await findFirstLapse(tx, instructor.id, record.id)) ?? 'now',
  });
  await judgeInstructor(engine, tx, instructor.id);
  await notifyOnce(engine, tx, [
    {
      user: instructor.user,
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.pardoned, message: texts.pardonedFor({ reason: String(record.reason) }) };
      },
      link: dashboardPath,
      key: `pardoned:${String(record.id)}`,
      isRequired: true,
    },
  ]);
}
