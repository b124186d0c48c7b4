import { badRequest } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import type { RunningSettings } from './create-settings-store.ts';
import { mergeSettings } from './merge-settings.ts';
import { validateSettings } from './validate-settings.ts';
import { withoutSecrets } from './view-settings.ts';

/** PATCH /api/settings (wire contract, section 20), for superusers: objects are merged, arrays replaced; takes effect at once. */
export function updateSettingsRoute(store: RunningSettings): Route {
  return {
    method: 'PATCH',
    path: '/api/settings',
    async handle(request) {
      requireSuperuser(request);
      const { fields } = await request.body('An error occurred while loading the submitted data.');
      const next = await store.change((current) => {
        const merged = mergeSettings(current, fields);
        const errors = validateSettings(merged);
        if (errors) throw badRequest('An error occurred while saving the new settings.', errors);
        return merged;
      });
      return { status: 200, body: withoutSecrets(next) };
    },
  };
}
