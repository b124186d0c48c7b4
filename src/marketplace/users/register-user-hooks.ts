import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { isZone } from '#rules/time/local-time.ts';
import { splitName } from './split-name.ts';

/**
 * The marketplace's part in accounts: everyone starts as `user` and nobody but an admin or superuser may send a role (api.md,
 * People). On create, an empty first and last name are taken from the full name; a later change
 * of them is one of the full name, unless that is sent too. A time zone is one that can be computed with.
 */
export function registerUserHooks(engine: Engine): void {
  engine.hooks.on('users', {
    async beforeCreate(event) {
      refuseRole(event, 'Failed to create record.');
      refuseZone(event, 'Failed to create record.');
      const { record } = event;
      if (!record.role) record.role = 'user';
      if (!record.firstName && !record.lastName && typeof record.name === 'string') {
        Object.assign(record, splitName(record.name));
      }
    },
    async beforeUpdate(event) {
      refuseRole(event, 'Failed to update record.');
      refuseZone(event, 'Failed to update record.');
      if (!event.record.role) event.record.role = 'user';
      followNames(event);
    },
  });
}

function refuseRole({ auth, body, system }: RecordEvent, message: string): void {
  const mayDecide =
    system || auth?.isSuperuser === true || (auth?.collectionName === 'users' && auth.row.role === 'admin');
  if (mayDecide || !('role' in body.fields)) return;
  throw badRequest(message, { role: { code: 'role_not_allowed', message: 'Only an administrator can set a role.' } });
}

function refuseZone({ body, record }: RecordEvent, message: string): void {
  const { timezone } = record;
  if (!('timezone' in body.fields) || timezone === '' || isZone(String(timezone))) return;
  throw badRequest(message, {
    timezone: { code: 'validation_invalid_timezone', message: 'There is no such time zone.' },
  });
}

function followNames({ body, record }: RecordEvent): void {
  const isNamed = 'firstName' in body.fields || 'lastName' in body.fields;
  if (!isNamed || 'name' in body.fields) return;
  record.name = `${record.firstName} ${record.lastName}`.trim() || record.name;
}
