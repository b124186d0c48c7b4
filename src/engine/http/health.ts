import type { Route } from './route.ts';

/** GET /api/health (wire contract, section 18): public; superusers learn a little more. */
export function healthRoute(): Route {
  return {
    method: 'GET',
    path: '/api/health',
    async handle({ auth, ip }) {
      const data = auth?.isSuperuser ? { canBackup: false, realIP: ip, possibleProxyHeader: '' } : {};
      return { status: 200, body: { message: 'API is healthy.', code: 200, data } };
    },
  };
}
