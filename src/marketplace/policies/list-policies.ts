import type { Engine } from '#engine/engine.ts';
import { notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import { findPolicies } from './policies.store.ts';

/** GET /api/marketplace/policies (api.md): the rules in force, with version and date. Public. */
export function listPoliciesRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/policies',
    async handle() {
      const policies = await findPolicies(engine.db, engine.clock.nowMs());
      if (!policies) throw notFound();
      const { version, effectiveFrom, rules } = policies;
      return { status: 200, body: { version, effectiveFrom: isoInstant(effectiveFrom.getTime()), rules } };
    },
  };
}
