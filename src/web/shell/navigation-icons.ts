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
  Route,
  Settings,
  Users,
  Wallet,
} from 'lucide-react';

const icons: Record<string, LucideIcon> = {
  '/dashboard': LayoutDashboard,
  '/dashboard/book-lesson': CalendarPlus,
  '/dashboard/lesson-history': History,
  '/dashboard/road': Route,
  '/dashboard/saved': Heart,
  '/dashboard/schedule': CalendarRange,
  '/dashboard/students': Users,
  '/dashboard/earnings': Wallet,
  '/dashboard/analytics': ChartLine,
  '/dashboard/users': Users,
  '/dashboard/billing': CreditCard,
  '/dashboard/reports': FileText,
  '/dashboard/notifications': Bell,
  '/dashboard/help': CircleHelp,
  '/dashboard/settings': Settings,
  '/dashboard/profile': CircleUserRound,
};

/** The icon of a place in the sidebar. */
export function iconFor(path: string): LucideIcon {
  return icons[path] ?? LayoutDashboard;
}
