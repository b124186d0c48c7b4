import { Link } from 'react-router';
import { SwitchLine } from '../notifications/SwitchLine.tsx';
import { usePreferences, useSwitching } from '../notifications/use-preferences.ts';
import type { SessionUser } from '../session/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** The three switches most people look for; each holds at once. The notifications page has all of them. */
export function NotificationToggles({ user }: { user: SessionUser }) {
  const { data, isError, refetch } = usePreferences();
  const switching = useSwitching(user.id);
  const line = (name: 'email' | 'push' | 'marketing') => ({
    isOn: data?.[name] ?? false,
    onTurn: (isOn: boolean) => switching.mutate({ [name]: isOn }),
  });
  return (
    <SettingsSection
      title="Notifications"
      lead={
        <>
          Each switch holds at once. More of them are on the page{' '}
          <Link to="/dashboard/notifications">Notifications</Link>.
        </>
      }
    >
      {isError && !data && <ErrorState title="Your choices could not be loaded" onRetry={() => void refetch()} />}
      {!data && !isError && (
        <AfterDelay what="your choices">
          <Skeleton className="h-56 w-full" />
        </AfterDelay>
      )}
      {data && (
        <div className="card px-4">
          <SwitchLine label="Email notifications" note={`To ${user.email}`} {...line('email')} />
          <SwitchLine
            label="Push notifications"
            note="This server has no push service, so nothing is pushed to your devices."
            isDisabled
            isOn={false}
            onTurn={() => {}}
          />
          <SwitchLine label="Marketing" note="Offers and tips, only if you ask for them" {...line('marketing')} />
        </div>
      )}
    </SettingsSection>
  );
}
