import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import type { PoliciesAnswer } from '#wire/policies.ts';
import { isoInstant } from '../reads/parse-instant.ts';
import { findPolicyAt } from './find-policy.ts';
import { policySentences } from './policy-sentences.ts';

/** GET /api/marketplace/policies (api.md): the figures in force with version and date, and the rules in words by their number. Public. */
export function listPoliciesRoute(engine: Engine): Route<PoliciesAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/policies',
    async handle() {
      const { version, fromMs, values } = await findPolicyAt(engine.db, engine.clock.nowMs());
      const rules = Object.fromEntries(
        Object.entries(policySentences(values)).map(([number, text]) => [number, { text }]),
      );
      const body: PoliciesAnswer = { version, effectiveFrom: isoInstant(fromMs), values, rules };
      return { status: 200, body };
    },
  };
}
