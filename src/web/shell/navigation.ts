import * as texts from '#texts/shell.ts';
import type { DashboardView } from '../dashboard/dashboard-view.ts';

/** One place of the signed-in area, as the sidebar and the header title name it. */
export type NavigationItem = {
  label: string;
  path: string;
  /** Where its link leads, when that is not the place itself: a queue opens at the next case. */
  opens?: string;
};
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
  {
    label: texts.learning,
    items: [
      { label: texts.roadToLicence, path: '/dashboard/road' },
      { label: texts.savedInstructors, path: '/dashboard/saved' },
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

/** The sidebar's groups in the view that is switched on; where others have the learner view, an admin has the staff's. */
export function navigationFor(role: string, view: DashboardView): readonly NavigationGroup[] {
  if (view === 'instructor') return instructorSet;
  return role === 'admin' ? adminSet : learnerSet;
}

const root = '/dashboard/';

/** Titles of pages beside the sets, by their paths below the dashboard. */
const beside = {
  credit: texts.credit,
  statement: texts.statement,
  reviews: texts.reviewsTitle,
  claims: texts.claimsTitle,
  moderation: texts.moderationTitle,
  verify: texts.checkInstructors,
  pardons: texts.pardons,
  entries: texts.entries,
  'hand-overs': texts.handOvers,
  policies: texts.policies,
  holidays: texts.holidays,
  'test-fees': texts.testFees,
  'pass-rates': texts.passRates,
  'pickup-advice': texts.pickupAdvice,
  audit: texts.auditTrail,
  mails: texts.mailsThatCameBack,
  broadcasts: texts.broadcasts,
  roles: texts.roles,
  'police-list': texts.policeList,
  teach: texts.teachOnKerbside,
};

const titles = new Map([
  ...[...learnerSet, ...instructorSet, ...adminSet].flatMap((group) =>
    group.items.map((item) => [item.path, item.label] as const),
  ),
  ...Object.entries(beside).map(([path, title]) => [root + path, title] as const),
]);

/** Places whose pages all have one title. */
const titlesBelow: readonly (readonly [place: string, title: string])[] = [
  ['packages/', texts.packages],
  ['waitlist/', texts.waitlist],
  ['messages/', texts.messages],
  ['students/', texts.myStudents],
  ['join/', texts.joinInstructor],
  ['help/', help.label],
  ['analytics/', texts.analytics],
  ['payouts/', texts.payout],
];

/** The header's title for a path: the label of its place in any set, that of a page beside the sets, the one of the place it is below, else `Dashboard`. */
export function titleFor(path: string): string {
  const trimmed = path.length > 1 ? withoutEnd(path) : path;
  if (trimmed.startsWith('/dashboard/lessons/')) return texts.lesson;
  const below = titlesBelow.find(([place]) => `${trimmed}/`.startsWith(root + place));
  return titles.get(trimmed) ?? below?.[1] ?? texts.dashboard;
}

/** Whether an item stands for the page that is open; the dashboard itself only for its own path. */
export function isCurrent(item: NavigationItem, path: string): boolean {
  const open = withoutEnd(path);
  return open === item.path || (item.path !== dashboard.path && open.startsWith(`${item.path}/`));
}

/** A path without the slashes at its end. Counted from there: a pattern would begin anew at each slash of a path that is made of them. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
