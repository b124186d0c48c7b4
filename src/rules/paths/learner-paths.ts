import type { RoadStepName } from '../licence/licence-road.ts';
import { withQuery } from './with-query.ts';

export const roadPath = '/dashboard/road';
export const savedPath = '/dashboard/saved';
export const waitlistPath = '/dashboard/waitlist';
export const handOversPath = '/dashboard/hand-overs';

/** The road to a licence with the form of a step open. */
export function roadStepPath(step: RoadStepName): string {
  return withQuery(roadPath, { step });
}

/** Saves an instructor and shows all that are saved; guests sign in on the way. */
export function savePath(instructor: string): string {
  return withQuery(savedPath, { save: instructor });
}

/** What somebody wants to wait for, as far as the page knows that they come from. */
export type Wanted = { licenceClass?: string | undefined; area?: string | undefined; instructor?: string | undefined };

/** The waitlist with the window open in which to say what one waits for; guests sign in on the way. */
export function waitPath({ licenceClass, area, instructor }: Wanted): string {
  return withQuery(waitlistPath, { wait: '1', licenceClass, area, instructor });
}

/** A time that became free and is offered to who waited for it. */
export function offerPath(offer: string): string {
  return `/dashboard/waitlist/offers/${offer}`;
}

/** Where a learner joins the instructor who gave them this code. */
export function joinPath(code: string): string {
  return `/dashboard/join/${code}`;
}
