import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { offerPath } from '#rules/paths/learner-paths.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { spanText, timeText } from '../../platform/reads/time-words.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';

type Offered = {
  id: string;
  learner: string;
  instructorName: string;
  timezone: string;
  startMs: number;
  endMs: number;
  expiresMs: number;
};

/** Tells somebody who waits that a time became free, and until when it is offered to them. */
export async function announceOffer(engine: Engine, tx: Transaction, offer: Offered): Promise<void> {
  await notifyOnce(engine, tx, [
    {
      user: offer.learner,
      write: (language) => {
        const texts = noticesIn(language);
        const when = spanText(offer.startMs, offer.endMs, { timezone: offer.timezone, language });
        const until = timeText(offer.expiresMs, { timezone: platformZone, language });
        const { instructorName } = offer;
        return { title: texts.timeIsFree, message: texts.timeIsFreeUntil({ instructorName, when, until }) };
      },
      link: offerPath(offer.id),
      key: `waitlist_offer:${offer.id}`,
    },
  ]);
}
