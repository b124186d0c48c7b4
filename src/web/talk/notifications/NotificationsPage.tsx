import * as texts from '#texts/notifications.ts';
import { AllAtOnce } from '../../platform/ui/AllAtOnce.tsx';
import { Preferences } from './Preferences.tsx';
import { RecentNotifications } from './RecentNotifications.tsx';

/** What Kerbside told the signed-in user, and how and about what it may. */
export function NotificationsPage() {
  return (
    <div className="grid gap-10">
      <RecentNotifications />
      <AllAtOnce>
        <section aria-label={texts.whatYouAreTold}>
          <Preferences />
        </section>
      </AllAtOnce>
    </div>
  );
}
