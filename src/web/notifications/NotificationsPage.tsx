import { Preferences } from './Preferences.tsx';
import { RecentNotifications } from './RecentNotifications.tsx';

/** What Kerbside told the signed-in user, and how and about what it may. */
export function NotificationsPage() {
  return (
    <div className="grid gap-10">
      <RecentNotifications />
      <section aria-label="What you are told">
        <Preferences />
      </section>
    </div>
  );
}
