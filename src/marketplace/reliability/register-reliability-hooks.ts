import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../notifications/notify-once.ts';
import { judgeInstructor } from './judge-reliability.ts';
import { lockInstructor } from './reliability.store.ts';

/** A pardon takes effect with the transaction that writes it, and its instructor is told. */
export function registerReliabilityHooks(engine: Engine): void {
  engine.hooks.on('reliability_pardons', { insideCreate: (event) => pardon(engine, event) });
}

async function pardon(engine: Engine, { tx, record, auth, system }: InsideEvent): Promise<void> {
  const instructor = await lockInstructor(tx, String(record.instructor));
  if (!instructor) return;
  if (!system && auth && !auth.isSuperuser && instructor.user === auth.id) {
    const message = 'You are part of this. Somebody else has to decide it.';
    throw badRequest('Failed to create record.', { instructor: { code: 'own_case', message } });
  }
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
