import type { Engine } from '#engine/engine.ts';
import { dayMs } from '#rules/time/durations.ts';
import { localDayOf } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { noteActivity } from './activity.store.ts';

/** Counts sign-ins and the days, by Singapore's calendar, on which an account is used; the profile shows both. */
export function registerActivityHooks(engine: Engine): void {
  engine.hooks.on('users', {
    async afterUse({ id, isSignIn, db }) {
      const day = new Date(localDayOf(platformZone, engine.clock.nowMs()) * dayMs).toISOString().slice(0, 10);
      await noteActivity(db, { user: id, day, logins: isSignIn ? 1 : 0 });
    },
  });
}
