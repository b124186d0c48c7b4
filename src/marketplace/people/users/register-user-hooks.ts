import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { canonicalZone, isZone } from '#rules/time/local-time.ts';
import { hasRight } from '../../platform/reads/require-right.ts';
import { refuseWhatOpens } from './refuse-what-opens.ts';
import { secondFactorHindrance } from './second-factor-hindrance.ts';
import { splitName } from './split-name.ts';
import { tellOfWaiting } from './wait-for-rights.ts';

/**
 * The marketplace's part in accounts: everyone starts as `user` (docs/api.md). On create, an empty first and last name are taken from the full name; a later change
 * of them is one of the full name, unless that is sent too. A time zone is one that can be computed with. Who owns an
 * account can turn two factors on, but off only with the password (two-factor-routes.ts).
 */
export function registerUserHooks(engine: Engine): void {
  engine.hooks.on('users', {
    present: tellOfWaiting(engine.clock.nowMs),
    async beforeCreate(event) {
      refuseWhatOpens(event);
      settleZone(event, 'Failed to create record.');
      refuseTwoFactor(engine, event, 'Failed to create record.');
      const { record } = event;
      if (!record.role) record.role = 'user';
      if (!record.firstName && !record.lastName && typeof record.name === 'string') {
        Object.assign(record, splitName(record.name));
      }
    },
    async beforeUpdate(event) {
      refuseWhatOpens(event);
      settleZone(event, 'Failed to update record.');
      refuseTwoFactor(engine, event, 'Failed to update record.');
      if (!event.record.role) event.record.role = 'user';
      followNames(event);
    },
  });
}

// Of their own account staff are owners like others.
function isOfAnother({ auth, system, record }: RecordEvent): boolean {
  return system || (auth !== null && auth.id !== record.id && hasRight(auth, 'users'));
}

// A stolen token must not be enough to take the second factor away; and codes are only mailed where the mailbox is known to be right.
function refuseTwoFactor(engine: Engine, event: RecordEvent, message: string): void {
  const { record, original } = event;
  const isOn = record.twoFactor === true;
  if (isOfAnother(event) || isOn === (original?.twoFactor === true)) return;
  const needsPassword = {
    code: 'needs_password',
    message: 'This needs your password: see POST /api/marketplace/two-factor.',
  };
  const refusal = isOn ? secondFactorHindrance(engine, record.verified === true) : needsPassword;
  if (refusal) throw badRequest(message, { twoFactor: refusal });
}

function settleZone({ record, original }: RecordEvent, message: string): void {
  const { timezone } = record;
  if (timezone === (original?.timezone ?? '') || timezone === '') return;
  if (isZone(String(timezone))) {
    record.timezone = canonicalZone(String(timezone));
    return;
  }
  throw badRequest(message, {
    timezone: { code: 'validation_invalid_timezone', message: 'There is no such time zone.' },
  });
}

function followNames({ record, original }: RecordEvent): void {
  const isChanged = (name: string) => record[name] !== original?.[name];
  if (isChanged('name') || !(isChanged('firstName') || isChanged('lastName'))) return;
  record.name = `${record.firstName} ${record.lastName}`.trim() || record.name;
}
