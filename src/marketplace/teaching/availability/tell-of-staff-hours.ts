import type { Engine } from '#engine/engine.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { schedulePath } from '#rules/paths/teaching-paths.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { findDiaryOwner } from './diary.store.ts';

/**
 * Tells an instructor, once a day, that somebody of the staff changed when they work. One person can do that alone, so its owner must hear of it in time to
 * take it back.
 */
export async function tellOfStaffHours(engine: Engine, { tx, record, auth, system }: InsideEvent): Promise<void> {
  if (system || !auth || auth.isSuperuser) return;
  const instructor = String(record.instructor);
  const user = await findDiaryOwner(tx, instructor);
  if (user === undefined || user === auth.id) return;
  const day = dateText(localDayOf(platformZone, engine.clock.nowMs()));
  await notifyOnce(engine, tx, [
    {
      user,
      type: 'system',
      write(language) {
        const texts = noticesIn(language);
        return { title: texts.staffChangedHours, message: texts.takeHoursBack };
      },
      link: schedulePath,
      key: `staff_hours:${instructor}:${day}`,
      isRequired: true,
    },
  ]);
}
