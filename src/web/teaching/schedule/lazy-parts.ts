import { lazy } from 'react';

const loadAddHours = () => import('./AddHours.tsx');
const loadCopyDay = () => import('./CopyDayDialog.tsx');
const loadCopyWeek = () => import('./CopyWeekDialog.tsx');
const loadHours = () => import('./HoursDialog.tsx');
const loadBookOwn = () => import('./BookOwnLearner.tsx');
const loadMonth = () => import('./MonthGrid.tsx');
const loadAddress = () => import('../../people/account/CalendarAddress.tsx');
const loadOutside = () => import('./OutsideCalendars.tsx');
const loadMove = () => import('./MoveLessonDialog.tsx');
const loadTimeOff = () => import('./TimeOffDialog.tsx');

/** What the calendar's first picture does not wait for: its dialogs, and the form below it. */
export const AddHours = lazy(async () => ({ default: (await loadAddHours()).AddHours }));
export const CopyDayDialog = lazy(async () => ({ default: (await loadCopyDay()).CopyDayDialog }));
export const CopyWeekDialog = lazy(async () => ({ default: (await loadCopyWeek()).CopyWeekDialog }));
export const HoursDialog = lazy(async () => ({ default: (await loadHours()).HoursDialog }));
export const TimeOffDialog = lazy(async () => ({ default: (await loadTimeOff()).TimeOffDialog }));

export const BookOwnLearner = lazy(async () => ({ default: (await loadBookOwn()).BookOwnLearner }));
export const MonthGrid = lazy(async () => ({ default: (await loadMonth()).MonthGrid }));
export const CalendarAddress = lazy(async () => ({ default: (await loadAddress()).CalendarAddress }));

export const OutsideCalendars = lazy(async () => ({ default: (await loadOutside()).OutsideCalendars }));
export const MoveLessonDialog = lazy(async () => ({ default: (await loadMove()).MoveLessonDialog }));

/** Fetches these parts once the calendar is there, so that the first press opens a dialog at once. */
export function preloadParts(): void {
  // Whatever fails here is asked for again when the part is shown.
  void Promise.allSettled([
    loadAddHours(),
    loadHours(),
    loadTimeOff(),
    loadMonth(),
    loadMove(),
    loadCopyDay(),
    loadCopyWeek(),
  ]);
}
