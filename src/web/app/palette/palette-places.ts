import {
  Bookmark,
  CalendarCog,
  Car,
  ClipboardCheck,
  GraduationCap,
  Inbox,
  Keyboard,
  LogOut,
  MailQuestion,
  MessagesSquare,
  Monitor,
  Moon,
  Newspaper,
  Repeat,
  Save,
  Signpost,
  Sun,
} from 'lucide-react';
import { dashboardPath, notificationsPath, profilePath, settingsPath } from '#rules/paths/account-paths.ts';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { askPath, helpPath, requestsPath } from '#rules/paths/help-paths.ts';
import { roadPath, savedPath } from '#rules/paths/learner-paths.ts';
import { lessonHistoryPath } from '#rules/paths/lesson-paths.ts';
import { messagesPath } from '#rules/paths/message-paths.ts';
import { earningsPath } from '#rules/paths/money-paths.ts';
import { billingPath, usersPath } from '#rules/paths/staff-paths.ts';
import { schedulePath, studentsPath, teachPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/palette.ts';
import { desksOf } from '../../platform/desk/desks.ts';
import { readTheme, setTheme, type Theme } from '../../platform/ground/theme.ts';
import { type DashboardView, switchView } from '../../platform/session/dashboard-view.ts';
import type { PaletteEntry, Place } from './palette-entry.ts';

/** Other words under which people look for a page. */
const otherWords: Record<string, string> = {
  [dashboardPath]: texts.wordsOfDashboard,
  [bookLessonPath]: texts.wordsOfBookLesson,
  [lessonHistoryPath]: texts.wordsOfLessonHistory,
  [roadPath]: texts.roadWords,
  [savedPath]: texts.savedWords,
  [schedulePath]: texts.wordsOfSchedule,
  [studentsPath]: texts.wordsOfStudents,
  [earningsPath]: texts.wordsOfEarnings,
  [profilePath]: texts.wordsOfProfile,
  [settingsPath]: texts.wordsOfSettings,
  [helpPath]: texts.wordsOfHelp,
  [usersPath]: texts.wordsOfUsers,
  [billingPath]: texts.wordsOfBilling,
};

// Icons of their own: one that the shell has, too, would become a file by itself there.
const besides: readonly PaletteEntry[] = [
  {
    id: 'messages',
    label: texts.messages,
    words: texts.messagesWords,
    path: messagesPath,
    icon: MessagesSquare,
  },
  {
    id: 'notifications',
    label: texts.notifications,
    words: texts.notificationsWords,
    path: notificationsPath,
    icon: Newspaper,
  },
  {
    id: 'requests',
    label: texts.supportRequests,
    words: texts.supportRequestsWords,
    path: requestsPath,
    icon: Inbox,
  },
  { id: 'road', label: texts.road, words: texts.roadWords, path: roadPath, icon: Signpost },
  { id: 'saved', label: texts.saved, words: texts.savedWords, path: savedPath, icon: Bookmark },
  { id: 'teach', label: texts.teach, words: texts.teachWords, path: teachPath, icon: GraduationCap },
];

/** The pages of the sidebar, those that everybody has besides, and the desks that a role opens. */
export function palettePages(places: readonly Place[], role: string): PaletteEntry[] {
  const own = places.map((place) => ({ ...place, id: place.path, words: otherWords[place.path] ?? '' }));
  const more = [
    ...besides.filter(({ path }) => !desksOf(role).some((desk) => desk.path === path)),
    ...deskEntries(role),
  ];
  return [...own, ...more.filter(({ path }) => !places.some((place) => place.path === path))];
}

function deskEntries(role: string): PaletteEntry[] {
  return desksOf(role).map(({ path, opens = path, label, words }) => ({
    id: path,
    label,
    words,
    path: opens,
    icon: ClipboardCheck,
  }));
}

type Doing = { view: DashboardView; role: string; leave: () => void; showShortcuts: () => void };

/** What can be done from anywhere, and on this page. */
export function paletteActions({ view, role, leave, showShortcuts }: Doing): PaletteEntry[] {
  const isLearner = view === 'learner';
  const other = isLearner ? 'instructor' : 'learner';
  const back = role === 'admin' ? texts.switchToAdmin : texts.switchToLearner;
  return [
    ...saving(),
    isLearner
      ? { id: 'book', label: texts.bookNewLesson, path: bookLessonPath, icon: Car }
      : { id: 'availability', label: texts.manageAvailability, path: schedulePath, icon: CalendarCog },
    {
      id: 'view',
      label: isLearner ? texts.switchToInstructor : back,
      words: texts.switchWords,
      run: () => switchView(other),
      icon: Repeat,
    },
    {
      id: 'ask',
      label: texts.askTheSupport,
      words: texts.askWords,
      path: askPath,
      icon: MailQuestion,
    },
    ...themes(),
    { id: 'shortcuts', label: texts.showShortcuts, words: texts.shortcutsWords, run: showShortcuts, icon: Keyboard },
    { id: 'leave', label: texts.logOut, words: texts.logOutWords, run: leave, icon: LogOut },
  ];
}

/** The form of this page that keeps what is typed until it is saved, if there is one. */
function saving(): PaletteEntry[] {
  const form = document.querySelector<HTMLFormElement>('form[data-saves]');
  if (!form) return [];
  return [
    { id: 'save', label: texts.saveChanges, words: texts.saveWords, run: () => form.requestSubmit(), icon: Save },
  ];
}

function themes(): PaletteEntry[] {
  const chosen = readTheme();
  const all: { theme: Theme; label: string; icon: typeof Sun }[] = [
    { theme: 'dark', label: texts.darkOn, icon: Moon },
    { theme: 'light', label: texts.darkOff, icon: Sun },
    { theme: 'system', label: texts.darkAsDevice, icon: Monitor },
  ];
  return all
    .filter(({ theme }) => theme !== chosen)
    .map(({ theme, label, icon }) => ({
      id: `theme-${theme}`,
      label,
      words: texts.themeWords,
      run: () => setTheme(theme),
      icon,
    }));
}
