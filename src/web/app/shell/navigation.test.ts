import { describe, expect, test } from 'vitest';
import { deskIcons } from '../../platform/desk/desk-icons.ts';
import { deskPlacesOf } from '../../platform/desk/desk-places.ts';
import { isCurrent, isTeaching, navigationFor, titleFor, withoutDashboard } from './navigation.ts';

const flat = (role: string, view: 'learner' | 'instructor') =>
  navigationFor(role, view).flatMap((group) =>
    group.items.map((item) => `${group.label}: ${item.label} -> ${item.path}`),
  );

describe('navigation sets', () => {
  test('[156] [157] [158] [159] [160] [161] [162] [163] [173] an admin sees the admin set in its order', () => {
    expect(flat('admin', 'learner')).toEqual([
      'Main: Dashboard -> /dashboard',
      'Main: Analytics -> /dashboard/analytics',
      'Main: Users -> /dashboard/users',
      'Management: Billing -> /dashboard/billing',
      'Management: Reports -> /dashboard/reports',
      'Management: Notifications -> /dashboard/notifications',
      'Support: Help Center -> /dashboard/help',
      'Support: Settings -> /dashboard/settings',
    ]);
  });

  test('[164] [165] [166] [171] [173] the learner view has the learner set, with the road to a licence and saved instructors', () => {
    expect(flat('user', 'learner')).toEqual([
      'Main: Dashboard -> /dashboard',
      'Main: Book a Lesson -> /dashboard/book-lesson',
      'Main: Lesson History -> /dashboard/lesson-history',
      'Learning: Road to licence -> /dashboard/road',
      'Learning: Saved instructors -> /dashboard/saved',
      'Support: Profile -> /dashboard/profile',
      'Support: Settings -> /dashboard/settings',
      'Support: Help Center -> /dashboard/help',
    ]);
  });

  test('[167] [168] [169] [170] [171] [173] the instructor view has the instructor set', () => {
    expect(flat('user', 'instructor')).toEqual([
      'Main: Dashboard -> /dashboard',
      'Main: My Schedule -> /dashboard/schedule',
      'Main: My Students -> /dashboard/students',
      'Main: Earnings -> /dashboard/earnings',
      'Support: Profile -> /dashboard/profile',
      'Support: Settings -> /dashboard/settings',
      'Support: Help Center -> /dashboard/help',
    ]);
  });

  test('[172] no set shows a Main or Management place of another', () => {
    const own = (role: string, view: 'learner' | 'instructor') =>
      navigationFor(role, view)
        .filter((group) => group.label !== 'Support')
        .flatMap((group) => group.items.map((item) => item.path))
        .filter((path) => path !== '/dashboard');
    const sets = [own('admin', 'learner'), own('user', 'learner'), own('user', 'instructor')];
    const all = sets.flat();
    expect(new Set(all).size).toBe(all.length);
  });

  test('[152] [Q7] the switch swaps an admin’s set, too, and a moderator has the sets of everybody', () => {
    expect(navigationFor('admin', 'instructor')).toBe(navigationFor('user', 'instructor'));
    expect(navigationFor('admin', 'learner')).not.toBe(navigationFor('user', 'learner'));
    for (const role of ['moderator', 'finance'])
      expect(navigationFor(role, 'learner')).toBe(navigationFor('user', 'learner'));
    const below = withoutDashboard(navigationFor('moderator', 'learner')).flatMap(({ items }) => items);
    const all = navigationFor('user', 'learner').flatMap(({ items }) => items);
    expect(below.map(({ path }) => path)).toEqual(all.slice(1).map(({ path }) => path));
  });

  test('moderators and finance have the desks of their rights at its head, and everybody else none', () => {
    const desks = (role: string) => deskPlacesOf(role).map(({ path }) => path);
    expect(desks('moderator')).toEqual([
      '/dashboard/verify',
      '/dashboard/police-list',
      '/dashboard/moderation',
      '/dashboard/help/requests',
      '/dashboard/claims',
    ]);
    expect(desks('finance')).toEqual([
      '/dashboard/analytics/payouts',
      '/dashboard/analytics/bank',
      '/dashboard/analytics/ledger',
      '/dashboard/billing',
    ]);
    for (const role of ['user', 'premium', '']) expect(desks(role)).toEqual([]);
    for (const role of ['moderator', 'finance']) {
      const icons = desks(role).map((path) => deskIcons[path]);
      expect(icons).not.toContain(undefined);
      expect(new Set(icons).size).toBe(icons.length);
    }
  });
});

describe('header titles', () => {
  test.each([
    ['/dashboard', 'Dashboard'],
    ['/dashboard/', 'Dashboard'],
    ['/dashboard/analytics', 'Analytics'],
    ['/dashboard/analytics/lessons', 'Lessons'],
    ['/dashboard/analytics/payouts/failed', 'Failed payouts'],
    ['/dashboard/analytics/nowhere', 'Analytics'],
    ['/dashboard/help/requests', 'Support requests'],
    ['/dashboard/users', 'Users'],
    ['/dashboard/billing', 'Billing'],
    ['/dashboard/reports', 'Reports'],
    ['/dashboard/notifications', 'Notifications'],
    ['/dashboard/help', 'Help Center'],
    ['/dashboard/settings', 'Settings'],
    ['/dashboard/profile', 'Profile'],
    ['/dashboard/book-lesson', 'Book a Lesson'],
    ['/dashboard/lesson-history', 'Lesson History'],
    ['/dashboard/schedule', 'My Schedule'],
    ['/dashboard/students', 'My Students'],
    ['/dashboard/earnings', 'Earnings'],
    ['/dashboard/lessons/abc123', 'Lesson'],
    ['/dashboard/messages', 'Messages'],
    ['/dashboard/messages/abc123', 'Messages'],
    ['/dashboard/help/requests/abc123', 'Help Center'],
    ['/dashboard/nowhere', 'Dashboard'],
  ])('[149] [174] [175] [176] [Q8] %s is titled %s', (path, title) => {
    expect(titleFor(path)).toBe(title);
  });

  test('only the place that is open counts as current', () => {
    const dashboard = { label: 'Dashboard', path: '/dashboard' };
    expect(isCurrent(dashboard, '/dashboard/')).toBe(true);
    expect(isCurrent(dashboard, '/dashboard/help')).toBe(false);
    const help = { label: 'Help Center', path: '/dashboard/help' };
    expect(isCurrent(help, '/dashboard/help/requests')).toBe(true);
    expect(isCurrent(help, '/dashboard/helpers')).toBe(false);
  });
});

test('the pages of somebody who teaches are so in any view', () => {
  for (const path of ['teach', 'schedule', 'students/', 'students/abc', 'earnings']) {
    expect(isTeaching(`/dashboard/${path}`), path).toBe(true);
  }
  for (const path of ['', '/teachers', '/road']) expect(isTeaching(`/dashboard${path}`), path).toBe(false);
});
