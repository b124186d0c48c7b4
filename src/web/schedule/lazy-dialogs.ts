import { lazy } from 'react';

const loadHours = () => import('./HoursDialog.tsx');
const loadTimeOff = () => import('./TimeOffDialog.tsx');

/** The calendar's dialogs, which its first picture does not wait for. */
export const HoursDialog = lazy(async () => ({ default: (await loadHours()).HoursDialog }));
export const TimeOffDialog = lazy(async () => ({ default: (await loadTimeOff()).TimeOffDialog }));

/** What few see: who opens the schedule without being an instructor. */
export const NoInstructorProfile = lazy(async () => ({
  default: (await import('./NoInstructorProfile.tsx')).NoInstructorProfile,
}));

/** Fetches the dialogs once the calendar is there, so that the first press opens one at once. */
export function preloadDialogs(): void {
  // Whatever fails here is asked for again when a dialog is opened.
  void Promise.allSettled([loadHours(), loadTimeOff()]);
}
