import type { Road } from '../road/road-answer.ts';
import type { SessionUser } from '../session/session.ts';

/** Says for this tab that the licence is shown to the instructor instead. */
export const laterKey = 'kerbside_pdl_later';

/** What the instructor needs of a learner and is not known yet: a name and a number to find them by, and until when they may learn. */
export function lacksOf(user: SessionUser, road: Road): { name: boolean; phone: boolean; licence: boolean } {
  return {
    name: user.name.trim() === '' && user.firstName.trim() === '',
    phone: user.phone.trim() === '',
    licence: road.pdl.expiresOn === '' && road.facts.licensedOn === '' && sessionStorage.getItem(laterKey) === null,
  };
}
