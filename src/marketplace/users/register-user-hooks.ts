import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { splitName } from './split-name.ts';

/**
 * The marketplace's part in accounts: everyone starts as `user` and nobody but an admin or superuser may send a role (api.md,
 * People). On create, an empty first and last name are taken from the full name.
 */
export function registerUserHooks(engine: Engine): void {
  engine.hooks.on('users', {
    async beforeCreate(event) {
      refuseRole(event, 'Failed to create record.');
      const { record } = event;
      if (!record.role) record.role = 'user';
      if (!record.firstName && !record.lastName && typeof record.name === 'string') {
        Object.assign(record, splitName(record.name));
      }
    },
    async beforeUpdate(event) {
      refuseRole(event, 'Failed to update record.');
      if (!event.record.role) event.record.role = 'user';
    },
  });
}

function refuseRole({ auth, body, system }: RecordEvent, message: string): void {
  const mayDecide =
    system || auth?.isSuperuser === true || (auth?.collectionName === 'users' && auth.row.role === 'admin');
  if (mayDecide || !('role' in body.fields)) return;
  throw badRequest(message, { role: { code: 'role_not_allowed', message: 'Only an administrator can set a role.' } });
}
