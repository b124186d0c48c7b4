import { termsVersions } from '#rules/terms/terms-versions.ts';
import type { DemoRow } from './demo.store.ts';
import { isoOf } from './demo-dates.ts';

/** Everybody of the demo has agreed to the first terms: when the account was made, or when they came into force. */
export function acceptanceRows(users: readonly DemoRow[]): DemoRow[] {
  const [{ version, fromMs }] = termsVersions;
  return users.map(({ id, created }) => ({
    user: id,
    version,
    accepted: isoOf(Math.max(Date.parse(String(created)), fromMs)),
    how: 'registration',
  }));
}
