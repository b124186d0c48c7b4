import { endSessions } from '#engine/auth/end-sessions.ts';
import { listSessions, type Session } from '#engine/auth/list-sessions.ts';
import type { Engine } from '#engine/engine.ts';
import { notFound } from '#engine/http/api-error.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import type { Device, DevicesAnswer, SignOutAnswer } from '#wire/account.ts';
import { endImpersonationsOf } from './end-impersonation.ts';
import { endSideDoors } from './end-side-doors.ts';
import { requireAccount } from './require-user.ts';
import { deletePushOf } from './side-doors.store.ts';

/** What the settings page shows of a device that is signed in, and how it is signed out (api.md, Signing in). */
export function deviceRoutes(engine: Engine): Route[] {
  return [listDevicesRoute(engine), endDeviceRoute(engine), endOtherDevicesRoute(engine)];
}

function listDevicesRoute(engine: Engine): Route<DevicesAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/devices',
    isKeptFromLookers: true,
    async handle({ auth, query }) {
      const { user } = requireAccount(engine, auth);
      const page = readPage(query);
      const { items, totalItems } = await listSessions(engine, user, page);
      const shown = items.map((session) => present(session, user.sessionId));
      const headers = { 'Cache-Control': 'private, no-store' };
      return { status: 200, headers, body: pageEnvelope(page, shown, totalItems) satisfies DevicesAnswer };
    },
  };
}

function present({ createdMs, lastUsedMs, ...session }: Session, currentId: string): Device {
  return {
    ...session,
    created: new Date(createdMs).toISOString(),
    lastUsed: new Date(lastUsedMs).toISOString(),
    isCurrent: session.id === currentId,
  };
}

/** Signs one device out, and tells it nothing more by push: 204; 404 for one that is somebody else's or signed out already. Whom an admin looks through from it is not known: all that ends, too. */
function endDeviceRoute(engine: Engine): Route<never> {
  return {
    method: 'DELETE',
    path: '/api/marketplace/devices/:id',
    async handle({ auth, params }) {
      const { user, collection } = requireAccount(engine, auth);
      const session = params.id ?? '';
      const ended = session === '' ? 0 : await endSessions(engine, { collection, row: user.row, only: session });
      if (ended === 0) throw notFound();
      if (!user.isSuperuser) await deletePushOf(engine.db, { user: user.id, session });
      await endImpersonationsOf(engine, user.id);
      return { status: 204 };
    },
  };
}

/** Signs every device out but the one that asks: `{ended}`, how many there were. What opens the account without a device ends, too (`endSideDoors`). */
function endOtherDevicesRoute(engine: Engine): Route<SignOutAnswer> {
  return {
    method: 'DELETE',
    path: '/api/marketplace/devices',
    async handle({ auth }) {
      const { user, collection } = requireAccount(engine, auth);
      const ended = await endSessions(engine, { collection, row: user.row, except: user.sessionId });
      await endSideDoors(engine.db, { collection: collection.id, id: user.id });
      await endImpersonationsOf(engine, user.id);
      return { status: 200, body: { ended } };
    },
  };
}
