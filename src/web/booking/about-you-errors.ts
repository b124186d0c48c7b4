import * as texts from '#texts/booking.ts';
import { profileErrors } from '../account/profile-values.ts';
import type { lacksOf } from './lacks-of.ts';

export type AboutYouValues = { name: string; phone: string; licence: string; isLater: boolean };

/** What is wrong of who somebody says they are before a first time is held; the days are plain dates such as `2026-11-12`. */
export function aboutYouErrors(
  { name, phone, licence, isLater }: AboutYouValues,
  lacks: ReturnType<typeof lacksOf>,
  { today, lessonDay }: { today: string; lessonDay: string },
): Partial<Record<'name' | 'phone' | 'licence', string>> {
  const errors: ReturnType<typeof aboutYouErrors> = {};
  if (lacks.name && name.trim() === '') errors.name = texts.writeYourName;
  const phoneError = phone.trim() === '' ? texts.writeYourNumber : profileErrors({ phone: phone.trim() }).phone;
  if (lacks.phone && phoneError) errors.phone = phoneError;
  if (lacks.licence && !isLater) {
    if (licence === '') errors.licence = texts.writeItsLastDay;
    else if (licence < today) errors.licence = texts.licenceHasEnded;
    else if (licence < lessonDay) errors.licence = texts.yourProvisionalLicenceEnds;
  }
  return errors;
}
