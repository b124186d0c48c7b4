import { provisionalLicenceYears } from '#rules/licence/licence-road.ts';
import { enterAPhoneNumberSuch } from '#texts/account.ts';
import * as texts from '#texts/booking.ts';
import { isPhoneNumber } from '../../platform/ground/is-phone-number.ts';
import type { lacksOf } from './lacks-of.ts';

export type AboutYouValues = { name: string; phone: string; licence: string; isAdult: boolean };

/** What is wrong of who somebody says they are before a first time is held; the days are plain dates such as `2026-11-12`. */
export function aboutYouErrors(
  { name, phone, licence, isAdult }: AboutYouValues,
  lacks: ReturnType<typeof lacksOf>,
  { today, lessonDay }: { today: string; lessonDay: string },
): Partial<Record<'name' | 'phone' | 'isAdult' | 'licence', string>> {
  const errors: ReturnType<typeof aboutYouErrors> = {};
  if (lacks.name && name.trim() === '') errors.name = texts.writeYourName;
  if (lacks.phone && phone.trim() === '') errors.phone = texts.writeYourNumber;
  else if (lacks.phone && !isPhoneNumber(phone.trim())) errors.phone = enterAPhoneNumberSuch;
  if (lacks.adult && !isAdult) errors.isAdult = texts.sayYouAreAdult({ years: provisionalLicenceYears });
  const licenceError = wrongLicence(licence, { today, lessonDay });
  if (lacks.licence && licenceError) errors.licence = licenceError;
  return errors;
}

function wrongLicence(licence: string, { today, lessonDay }: { today: string; lessonDay: string }): string | undefined {
  // Who leaves it out shows the licence to the instructor (rule 29).
  if (licence === '') return undefined;
  if (licence < today) return texts.licenceHasEnded;
  return licence < lessonDay ? texts.yourProvisionalLicenceEnds : undefined;
}
