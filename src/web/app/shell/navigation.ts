import type { LucideIcon } from 'lucide-react';
import { dashboardPath, notificationsPath, profilePath, settingsPath } from '#rules/paths/account-paths.ts';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { helpPath } from '#rules/paths/help-paths.ts';
import { roadPath, savedPath } from '#rules/paths/learner-paths.ts';
import { lessonHistoryPath, lessonPath } from '#rules/paths/lesson-paths.ts';
import { messagesPath } from '#rules/paths/message-paths.ts';
import { earningsPath } from '#rules/paths/money-paths.ts';
import { analyticsPath, billingPath, reportsPath, usersPath } from '#rules/paths/staff-paths.ts';
import { schedulePath, studentsPath, teachPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/shell.ts';
import type { DashboardView } from '../../platform/session/dashboard-view.ts';

/** One place of the signed-in area, as the sidebar and the header title name it. */
export type NavigationItem = {
  label: string;
  path: string;
  /** Where its link leads, when that is not the place itself: a queue opens at the next case. */
  opens?: string;
  /** Of its own; else it is that of its path. */
  icon?: LucideIcon | undefined;
};
export type NavigationGroup = { label: string; items: readonly NavigationItem[] };

/** Everybody's first place. */
export const dashboard = { label: texts.dashboard, path: dashboardPath };
const profile = { label: texts.profile, path: profilePath };
const settings = { label: texts.settings, path: settingsPath };
const help = { label: texts.helpCenter, path: helpPath };

const ownSupport: NavigationGroup = { label: texts.support, items: [profile, settings, help] };

const learnerSet: readonly NavigationGroup[] = [
  {
    label: texts.main,
    items: [
      dashboard,
      { label: texts.bookALesson, path: bookLessonPath },
      { label: texts.lessonHistory, path: lessonHistoryPath },
    ],
  },
  {
    label: texts.learning,
    items: [
      { label: texts.roadToLicence, path: roadPath },
      { label: texts.savedInstructors, path: savedPath },
    ],
  },
  ownSupport,
];

const instructorSet: readonly NavigationGroup[] = [
  {
    label: texts.main,
    items: [
      dashboard,
      { label: texts.mySchedule, path: schedulePath },
      { label: texts.myStudents, path: studentsPath },
      { label: texts.earnings, path: earningsPath },
    ],
  },
  ownSupport,
];

const adminSet: readonly NavigationGroup[] = [
  {
    label: texts.main,
    items: [dashboard, { label: texts.analytics, path: analyticsPath }, { label: texts.users, path: usersPath }],
  },
  {
    label: texts.management,
    items: [
      { label: texts.billing, path: billingPath },
      { label: texts.reports, path: reportsPath },
      { label: texts.notifications, path: notificationsPath },
    ],
  },
  { label: texts.support, items: [help, settings] },
];

/** The sidebar's groups in the view that is switched on; where others have the learner view, an admin has the staff's. */
export function navigationFor(role: string, view: DashboardView): readonly NavigationGroup[] {
  if (view === 'instructor') return instructorSet;
  return role === 'admin' ? adminSet : learnerSet;
}

/** The four places of a phone's tab bar: those that somebody of this role and view is at most. Whose work is at desks has the first three of them. */
export function tabsFor(role: string, view: DashboardView, desks: readonly NavigationItem[]): NavigationItem[] {
  const home = { ...dashboard, label: view === 'instructor' ? texts.todayTab : texts.homeTab };
  if (view === 'instructor') {
    return [
      home,
      { label: texts.scheduleTab, path: schedulePath },
      { label: texts.studentsTab, path: studentsPath },
      { label: texts.earnings, path: earningsPath },
    ];
  }
  if (role === 'admin') {
    return [
      home,
      { label: texts.users, path: usersPath },
      { label: texts.billing, path: billingPath },
      { label: texts.reports, path: reportsPath },
    ];
  }
  if (desks.length > 0) return [home, ...desks.slice(0, 3)];
  return [
    home,
    { label: texts.findTab, path: bookLessonPath },
    { label: texts.lessonsTab, path: lessonHistoryPath },
    { label: texts.inboxTab, path: messagesPath },
  ];
}

/** The groups that staff with desks have below these, whose dashboard stands above them. */
export function withoutDashboard(groups: readonly NavigationGroup[]): NavigationGroup[] {
  return groups.map((group) => ({ ...group, items: group.items.filter((item) => item !== dashboard) }));
}

const root = `${dashboardPath}/`;

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
  'users/changes': texts.changesOfAccounts,
  'analytics/payouts': texts.payouts,
  'analytics/payouts/failed': texts.failedPayouts,
  'analytics/ledger': texts.ledger,
  'analytics/bank': texts.bank,
  'analytics/questions': texts.questions,
  'analytics/lessons': texts.lessons,
  'analytics/learners': texts.activeLearners,
  'help/requests': texts.supportRequests,
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
  if (trimmed.startsWith(lessonPath(''))) return texts.lesson;
  const below = titlesBelow.find(([place]) => `${trimmed}/`.startsWith(root + place));
  return titles.get(trimmed) ?? below?.[1] ?? texts.dashboard;
}

/** Whether a page is an instructor's in any view: whoever is about to become one has not switched yet. */
export function isTeaching(path: string): boolean {
  const open = `${withoutEnd(path)}/`;
  return [teachPath, schedulePath, studentsPath, earningsPath].some((place) => open.startsWith(`${place}/`));
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
