import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { settingsPath } from '#rules/paths/account-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from './notify-once.ts';

/** What happened to how an account is signed in to, or read. */
export type AccountChange =
  | 'password'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'recovery_code'
  | 'recovery_codes'
  | 'factor_added'
  | 'factors_reset'
  | 'factor_removed'
  | 'phone'
  | 'calendar_address'
  | 'began_clean'
  | 'link';

function wordsOf(change: AccountChange, language: string): { title: string; message: string } {
  const texts = noticesIn(language);
  const words = {
    password: { title: texts.passwordChanged, message: texts.otherDevicesSignInAgain },
    two_factor_on: { title: texts.twoFactorIsOn, message: texts.signingInTakesACode },
    two_factor_off: { title: texts.twoFactorIsOff, message: texts.passwordAloneIsEnough },
    factor_added: { title: texts.factorAdded, message: texts.factorSignsIn },
    factors_reset: { title: texts.factorsReset, message: texts.setFactorsUpAgain },
    factor_removed: { title: texts.factorRemoved, message: texts.factorSignsInNoMore },
    calendar_address: { title: texts.calendarAddressMade, message: texts.calendarAddressReads },
    began_clean: { title: texts.accountBeganClean, message: texts.whatWasThereIsRemoved },
    link: { title: texts.outsideAccountLinked, message: texts.outsideAccountSignsIn },
    phone: { title: texts.phoneChanged, message: texts.phoneIsPaidTo },
    recovery_code: { title: texts.recoveryCodeUsed, message: texts.codeIsUsedUp },
    recovery_codes: { title: texts.recoveryCodesMade, message: texts.codesBeforeEnded },
  };
  return words[change];
}

/** Tells the owner of a change that a stranger might have made; the mail goes out whatever was chosen. */
export async function announceAccountChange(
  engine: Engine,
  tx: Transaction,
  { user, change, cause }: { user: string; change: AccountChange; cause: string },
): Promise<void> {
  const key = `account_${change}:${user}:${cause}`;
  await notifyOnce(engine, tx, [
    {
      user,
      type: 'security',
      write: (language) => wordsOf(change, language),
      link: settingsPath,
      key,
      isRequired: true,
    },
  ]);
}
