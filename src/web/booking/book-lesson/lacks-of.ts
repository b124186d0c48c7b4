import type { RoadAnswer } from '#wire/road.ts';
import type { SessionUser } from '../../platform/session/session.ts';

/** Says for this tab that the licence is shown to the instructor instead. */
export const laterKey = 'kerbside_pdl_later';

/** What is needed of a learner and is not known yet: a name and a number to find them by, that they are old enough, and until when they may learn. */
export function lacksOf(
  user: SessionUser,
  road: RoadAnswer,
): { name: boolean; phone: boolean; adult: boolean; licence: boolean } {
  return {
    name: user.name.trim() === '' && user.firstName.trim() === '',
    phone: user.phone.trim() === '',
    adult: !road.isAdult && road.facts.licensedOn === '',
    licence: road.pdl.expiresOn === '' && road.facts.licensedOn === '' && sessionStorage.getItem(laterKey) === null,
  };
}
