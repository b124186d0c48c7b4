import type { Readable } from 'node:stream';
import type { Engine } from '#engine/engine.ts';
import { ruleRequestOf } from '#engine/filters/rule-request.ts';
import type { Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { requireUser } from '../../people/users/require-user.ts';
import { collectOwnData } from './collect-own-data.ts';
import { zipOwnData } from './zip-own-data.ts';

const limit = {
  max: 10,
  seconds: 3600,
  message: 'Your data was downloaded several times just now. Try again in an hour.',
};

/** `GET /api/marketplace/export`: a zip of all that belongs to the signed-in account. 401 for guests, 429 after ten in an hour. */
export function exportRoute(engine: Engine): Route<Readable> {
  return {
    method: 'GET',
    path: '/api/marketplace/export',
    isTakenAway: true,
    async handle(request) {
      const user = requireUser(request.auth);
      await refuseTooManyAttempts(engine, { key: `export:${user.id}`, ...limit });
      const body = zipOwnData(engine.files, await collectOwnData(engine, user, ruleRequestOf(request)));
      const day = new Date(engine.clock.nowMs()).toISOString().slice(0, 10);
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="kerbside-${day}.zip"`,
        'Cache-Control': 'private, no-store',
      };
      return { status: 200, headers, body };
    },
  };
}
