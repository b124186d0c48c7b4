import type { Route } from '../http/route.ts';

const records = '/api/collections/:collection/records';
const one = `${records}/:id`;

/** What rules call the calls of a collection, as in `users:create` and `*:auth`; the most particular name first. */
const tags = new Map<string, readonly string[]>([
  [`GET ${records}`, ['list']],
  [`GET ${one}`, ['view']],
  [`POST ${records}`, ['create']],
  [`PATCH ${one}`, ['update']],
  [`DELETE ${one}`, ['delete']],
  ['GET /api/files/:collection/:id/:filename', ['file']],
  ...authTags('GET', { 'auth-methods': ['listAuthMethods'] }),
  ...authTags('POST', {
    'auth-refresh': ['authRefresh'],
    'auth-with-password': ['authWithPassword', 'auth'],
    'auth-with-oauth2': ['authWithOAuth2', 'auth'],
    'auth-with-otp': ['authWithOTP', 'auth'],
    'request-otp': ['requestOTP'],
    'request-password-reset': ['requestPasswordReset'],
    'confirm-password-reset': ['confirmPasswordReset'],
    'request-verification': ['requestVerification'],
    'confirm-verification': ['confirmVerification'],
    'request-email-change': ['requestEmailChange'],
    'confirm-email-change': ['confirmEmailChange'],
  }),
]);

function authTags(method: string, calls: Record<string, string[]>): Array<[string, string[]]> {
  return Object.entries(calls).map(([call, names]) => [`${method} /api/collections/:collection/${call}`, names]);
}

/** The names of a route in rate limit rules; none for one that is not a collection's. */
export function limitTagsOf({ method, path }: Route): readonly string[] {
  return tags.get(`${method} ${path}`) ?? [];
}
