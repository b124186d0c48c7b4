import type { Engine } from '#engine/engine.ts';
import { ApiError } from '#engine/http/api-error.ts';
import { profilePath } from '#rules/paths/account-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { findUnprovedNumber } from './unproved-numbers.store.ts';

/** Lets money go by hand only to a number that is proved, or that its signed-in owner named for it; asks the owner otherwise, once for each number. */
export async function refuseUnprovedNumber(engine: Engine, user: string): Promise<void> {
  const number = await findUnprovedNumber(engine.db, user);
  if (number === undefined) return;
  await engine.db.transaction((tx) =>
    notifyOnce(engine, tx, [
      {
        user,
        type: 'payment',
        write: (language) => {
          const texts = noticesIn(language);
          return { title: texts.moneyWaitsForNumber, message: texts.confirmNumberForMoney({ number }) };
        },
        link: profilePath,
        key: `money_phone:${user}:${number}`,
        isRequired: true,
      },
    ]),
  );
  const message = 'Nobody has shown that this number is theirs. We asked the owner of the account to confirm it.';
  throw new ApiError(409, message, { phone: { code: 'phone_unproved', message } });
}
