import type { WaitingDesk } from '#rules/staff/waiting-desks.ts';

/**
 * What `GET /api/marketplace/dashboard?view=staff` answers to staff (403 for others): what waits at each desk that the role of who asks opens.
 * Instants are ISO text in UTC.
 */
export type StaffDashboardAnswer = {
  view: 'staff';
  generatedAt: string;
  waiting: DeskWaiting[];
};

/** `since`: since when the oldest case waits; `dueAt`: by when the one due first is due, null where nothing waits or nothing was promised. */
export type DeskWaiting = { desk: WaitingDesk; count: number; since: string | null; dueAt: string | null };
