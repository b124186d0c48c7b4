import { isEmail } from '../fields/is-address.ts';
import { badRequest, type ErrorData, type FieldError } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import type { RunningSettings } from './create-settings-store.ts';
import type { Settings } from './settings.ts';
import { withoutSecrets } from './view-settings.ts';

const blank: FieldError = { code: 'validation_required', message: 'Cannot be blank.' };

/** PATCH /api/settings (wire contract, section 20), for superusers: objects are merged, arrays replaced; takes effect at once. */
export function updateSettingsRoute(store: RunningSettings): Route {
  return {
    method: 'PATCH',
    path: '/api/settings',
    async handle(request) {
      requireSuperuser(request);
      const { fields } = await request.body();
      const next = merge(store.current(), fields) as Settings;
      const errors = validate(next);
      if (Object.keys(errors).length > 0) throw badRequest('An error occurred while saving the new settings.', errors);
      await store.save(next);
      return { status: 200, body: withoutSecrets(next) };
    },
  };
}

// Only what is known is taken over, and only as the type it has.
function merge(known: unknown, given: unknown): unknown {
  if (!isObject(known) || !isObject(given)) return given;
  const merged: Record<string, unknown> = { ...known };
  for (const [name, value] of Object.entries(known)) {
    if (!Object.hasOwn(given, name)) continue;
    const change = Reflect.get(given, name);
    if (isObject(value)) merged[name] = isObject(change) ? merge(value, change) : value;
    else if (Array.isArray(value) ? Array.isArray(change) : typeof change === typeof value) merged[name] = change;
  }
  return merged;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function validate({ meta, smtp }: Settings): ErrorData {
  const errors: ErrorData = {};
  const metaErrors: ErrorData = {};
  for (const name of ['appName', 'appURL', 'senderName', 'senderAddress'] as const) {
    if (meta[name].trim() === '') metaErrors[name] = blank;
  }
  if (meta.senderAddress !== '' && !isEmail(meta.senderAddress)) {
    metaErrors.senderAddress = { code: 'validation_is_email', message: 'Must be a valid email address.' };
  }
  if (Object.keys(metaErrors).length > 0) errors.meta = metaErrors;
  if (smtp.enabled && smtp.host === '') errors.smtp = { host: blank };
  return errors;
}
