import { notFound } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import type { Crons } from './create-crons.ts';

/** The timetable, for superusers (wire contract, section 18): GET /api/crons, and POST /api/crons/{id}, which begins a job in the background. */
export function cronRoutes(crons: Crons): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/crons',
      async handle(request) {
        requireSuperuser(request);
        return { status: 200, body: crons.list() };
      },
    },
    {
      method: 'POST',
      path: '/api/crons/:id',
      async handle(request) {
        requireSuperuser(request);
        if (!crons.begin(request.params.id ?? '')) throw notFound('Missing or invalid cron job.');
        return { status: 204 };
      },
    },
  ];
}
