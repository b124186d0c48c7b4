import type { Route } from '../http/route.ts';
import type { RunningSettings } from './create-settings-store.ts';
import { updateSettingsRoute } from './update-settings.ts';
import { viewSettingsRoute } from './view-settings.ts';

/** Reading and changing the operator's settings. */
export function settingsRoutes(store: RunningSettings): Route[] {
  return [viewSettingsRoute(store), updateSettingsRoute(store)];
}
