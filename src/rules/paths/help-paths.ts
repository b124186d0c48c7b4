import { withQuery } from './with-query.ts';

export const helpPath = '/dashboard/help';
/** The form that asks the support. */
export const askPath = '/dashboard/help/new';
/** Support requests: one's own, or the desk's. */
export const requestsPath = '/dashboard/help/requests';
/** Opens the request that the desk is to answer next. */
export const nextRequestPath = '/dashboard/help/requests/next';
/** The desk's prepared answers. */
export const answersPath = '/dashboard/help/answers';

/** The help, looked through for some words. */
export function helpAboutPath(q: string): string {
  return withQuery(helpPath, { q });
}

/** The form that asks the support, filled in with what is known. */
export function askAboutPath(about: { subject: string; lesson?: string; category?: string }): string {
  return withQuery(askPath, about);
}

/** A support request with its thread. */
export function requestPath(request: string): string {
  return `/dashboard/help/requests/${request}`;
}
