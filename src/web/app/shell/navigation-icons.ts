import {
  Bell,
  CalendarPlus,
  CalendarRange,
  ChartLine,
  CircleHelp,
  CircleUserRound,
  CreditCard,
  FileText,
  Heart,
  History,
  LayoutDashboard,
  type LucideIcon,
  MessageCircle,
  Route,
  Settings,
  Users,
  Wallet,
} from 'lucide-react';
import { dashboardPath, notificationsPath, profilePath, settingsPath } from '#rules/paths/account-paths.ts';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { helpPath } from '#rules/paths/help-paths.ts';
import { roadPath, savedPath } from '#rules/paths/learner-paths.ts';
import { lessonHistoryPath } from '#rules/paths/lesson-paths.ts';
import { messagesPath } from '#rules/paths/message-paths.ts';
import { earningsPath } from '#rules/paths/money-paths.ts';
import { analyticsPath, billingPath, reportsPath, usersPath } from '#rules/paths/staff-paths.ts';
import { schedulePath, studentsPath } from '#rules/paths/teaching-paths.ts';

const icons: Record<string, LucideIcon> = {
  [dashboardPath]: LayoutDashboard,
  [bookLessonPath]: CalendarPlus,
  [lessonHistoryPath]: History,
  [roadPath]: Route,
  [savedPath]: Heart,
  [schedulePath]: CalendarRange,
  [studentsPath]: Users,
  [earningsPath]: Wallet,
  [analyticsPath]: ChartLine,
  [usersPath]: Users,
  [billingPath]: CreditCard,
  [reportsPath]: FileText,
  [notificationsPath]: Bell,
  [messagesPath]: MessageCircle,
  [helpPath]: CircleHelp,
  [settingsPath]: Settings,
  [profilePath]: CircleUserRound,
};

/** The icon of a place in the sidebar. */
export function iconFor(path: string): LucideIcon {
  return icons[path] ?? LayoutDashboard;
}
