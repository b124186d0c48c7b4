import type { RequestContext } from './route.ts';

/** True for a body that is taken by its word: JSON. Forms know texts only. */
export function isJson({ headers }: RequestContext): boolean {
  return (headers.content_type ?? '').toLowerCase().startsWith('application/json');
}
