import type { DashboardView } from '../dashboard/dashboard-view.ts';

/** One place of the signed-in area, as the sidebar and the header title name it. */
export type NavigationItem = { label: string; path: string };
export type NavigationGroup = { label: string; items: readonly NavigationItem[] };

const dashboard = { label: 'Dashboard', path: '/dashboard' };
const profile = { label: 'Profile', path: '/dashboard/profile' };
const settings = { label: 'Settings', path: '/dashboard/settings' };
const help = { label: 'Help Center', path: '/dashboard/help' };

const ownSupport: NavigationGroup = { label: 'Support', items: [profile, settings, help] };

const learnerSet: readonly NavigationGroup[] = [
  {
    label: 'Main',
    items: [
      dashboard,
      { label: 'Book a Lesson', path: '/dashboard/book-lesson' },
      { label: 'Lesson History', path: '/dashboard/lesson-history' },
    ],
  },
  ownSupport,
];

const instructorSet: readonly NavigationGroup[] = [
  {
    label: 'Main',
    items: [
      dashboard,
      { label: 'My Schedule', path: '/dashboard/schedule' },
      { label: 'My Students', path: '/dashboard/students' },
      { label: 'Earnings', path: '/dashboard/earnings' },
    ],
  },
  ownSupport,
];

const adminSet: readonly NavigationGroup[] = [
  {
    label: 'Main',
    items: [
      dashboard,
      { label: 'Analytics', path: '/dashboard/analytics' },
      { label: 'Users', path: '/dashboard/users' },
    ],
  },
  {
    label: 'Management',
    items: [
      { label: 'Billing', path: '/dashboard/billing' },
      { label: 'Reports', path: '/dashboard/reports' },
      { label: 'Notifications', path: '/dashboard/notifications' },
    ],
  },
  { label: 'Support', items: [help, settings] },
];

/** The sidebar's groups: the admin set for an admin's account, else those of the view that is switched on. */
export function navigationFor(role: string, view: DashboardView): readonly NavigationGroup[] {
  if (role === 'admin') return adminSet;
  return view === 'instructor' ? instructorSet : learnerSet;
}

const titles = new Map(
  [...learnerSet, ...instructorSet, ...adminSet].flatMap((group) => group.items.map((item) => [item.path, item.label])),
);

/** The header's title for a path: the label of its place in any set, `Road to licence`, `Lesson` below lessons, `Messages` for messages, the Help Center's below it, else `Dashboard`. */
export function titleFor(path: string): string {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (trimmed === '/dashboard/road') return 'Road to licence';
  if (trimmed.startsWith('/dashboard/lessons/')) return 'Lesson';
  if (/^\/dashboard\/messages(?:\/|$)/.test(trimmed)) return 'Messages';
  if (trimmed.startsWith('/dashboard/help/')) return help.label;
  return titles.get(trimmed) ?? 'Dashboard';
}

/** Whether an item stands for the page that is open; the dashboard itself only for its own path. */
export function isCurrent(item: NavigationItem, path: string): boolean {
  const open = path.replace(/\/+$/, '');
  return open === item.path || (item.path !== dashboard.path && open.startsWith(`${item.path}/`));
}
