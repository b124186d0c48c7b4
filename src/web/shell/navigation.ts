import * as texts from '#texts/shell.ts';
import type { DashboardView } from '../dashboard/dashboard-view.ts';

/** One place of the signed-in area, as the sidebar and the header title name it. */
export type NavigationItem = { label: string; path: string };
export type NavigationGroup = { label: string; items: readonly NavigationItem[] };

const dashboard = { label: texts.dashboard, path: '/dashboard' };
const profile = { label: texts.profile, path: '/dashboard/profile' };
const settings = { label: texts.settings, path: '/dashboard/settings' };
const help = { label: texts.helpCenter, path: '/dashboard/help' };

const ownSupport: NavigationGroup = { label: texts.support, items: [profile, settings, help] };

const learnerSet: readonly NavigationGroup[] = [
  {
    label: texts.main,
    items: [
      dashboard,
      { label: texts.bookALesson, path: '/dashboard/book-lesson' },
      { label: texts.lessonHistory, path: '/dashboard/lesson-history' },
    ],
  },
  ownSupport,
];

const instructorSet: readonly NavigationGroup[] = [
  {
    label: texts.main,
    items: [
      dashboard,
      { label: texts.mySchedule, path: '/dashboard/schedule' },
      { label: texts.myStudents, path: '/dashboard/students' },
      { label: texts.earnings, path: '/dashboard/earnings' },
    ],
  },
  ownSupport,
];

const adminSet: readonly NavigationGroup[] = [
  {
    label: texts.main,
    items: [
      dashboard,
      { label: texts.analytics, path: '/dashboard/analytics' },
      { label: texts.users, path: '/dashboard/users' },
    ],
  },
  {
    label: texts.management,
    items: [
      { label: texts.billing, path: '/dashboard/billing' },
      { label: texts.reports, path: '/dashboard/reports' },
      { label: texts.notifications, path: '/dashboard/notifications' },
    ],
  },
  { label: texts.support, items: [help, settings] },
];

/** The sidebar's groups: the admin set for an admin's account, else those of the view that is switched on. */
export function navigationFor(role: string, view: DashboardView): readonly NavigationGroup[] {
  if (role === 'admin') return adminSet;
  return view === 'instructor' ? instructorSet : learnerSet;
}

const titles = new Map([
  ...[...learnerSet, ...instructorSet, ...adminSet].flatMap((group) =>
    group.items.map((item) => [item.path, item.label] as const),
  ),
  ['/dashboard/road', texts.roadToLicence],
  ['/dashboard/credit', texts.credit],
  ['/dashboard/statement', texts.statement],
  ['/dashboard/reviews', texts.reviewsTitle],
  ['/dashboard/claims', texts.claimsTitle],
  ['/dashboard/moderation', texts.moderationTitle],
  ['/dashboard/verify', texts.checkInstructors],
  ['/dashboard/policies', texts.policies],
  ['/dashboard/holidays', texts.holidays],
  ['/dashboard/test-fees', texts.testFees],
  ['/dashboard/pass-rates', texts.passRates],
  ['/dashboard/audit', texts.auditTrail],
  ['/dashboard/roles', texts.roles],
  ['/dashboard/police-list', texts.policeList],
  ['/dashboard/teach', texts.teachOnKerbside],
  ['/dashboard/saved', texts.savedInstructors],
]);

/** Places whose pages all have one title. */
const titlesBelow: readonly (readonly [place: string, title: string])[] = [
  ['/dashboard/packages/', texts.packages],
  ['/dashboard/waitlist/', texts.waitlist],
  ['/dashboard/messages/', texts.messages],
  ['/dashboard/students/', texts.myStudents],
  ['/dashboard/join/', texts.joinInstructor],
  ['/dashboard/help/', help.label],
  ['/dashboard/analytics/', texts.analytics],
];

/** The header's title for a path: the label of its place in any set, that of a page beside the sets, the one of the place it is below, else `Dashboard`. */
export function titleFor(path: string): string {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (trimmed.startsWith('/dashboard/lessons/')) return texts.lesson;
  const below = titlesBelow.find(([place]) => `${trimmed}/`.startsWith(place));
  return titles.get(trimmed) ?? below?.[1] ?? texts.dashboard;
}

/** Whether an item stands for the page that is open; the dashboard itself only for its own path. */
export function isCurrent(item: NavigationItem, path: string): boolean {
  const open = path.replace(/\/+$/, '');
  return open === item.path || (item.path !== dashboard.path && open.startsWith(`${item.path}/`));
}
