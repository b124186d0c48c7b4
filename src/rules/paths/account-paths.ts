/** The start page of who is signed in. */
export const dashboardPath = '/dashboard';
export const profilePath = '/dashboard/profile';
export const settingsPath = '/dashboard/settings';
export const notificationsPath = '/dashboard/notifications';
