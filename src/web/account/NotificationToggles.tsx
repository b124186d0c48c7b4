import { Link } from 'react-router';
import { PushLine } from '../notifications/PushLine.tsx';
import { SwitchLine } from '../notifications/SwitchLine.tsx';
import { useChannels, usePreferences, useSwitching } from '../notifications/use-preferences.ts';
import type { SessionUser } from '../session/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** The three switches most people look for; each holds at once. The notifications page has all of them. */
export function NotificationToggles({ user }: { user: SessionUser }) {
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
      <Switches user={user} />
    </SettingsSection>
  );
}

function Switches({ user }: { user: SessionUser }) {
  const preferences = usePreferences();
  const channels = useChannels();
  const switching = useSwitching(user.id);
  const chosen = preferences.data;
  if (!chosen || !channels.data) {
    if (!preferences.isError && !channels.isError) {
      return (
        <AfterDelay what="your choices">
          <Skeleton className="h-56 w-full" />
        </AfterDelay>
      );
    }
    const retry = () => void Promise.all([preferences.refetch(), channels.refetch()]);
    return <ErrorState title="Your choices could not be loaded" detail="They hold as they are." onRetry={retry} />;
  }
  const line = (name: 'email' | 'push' | 'marketing') => ({
    isOn: chosen[name],
    onTurn: (isOn: boolean) => switching.mutate({ [name]: isOn }),
  });
  return (
    <div className="card px-4">
      <SwitchLine label="Email" note={`To ${user.email}`} {...line('email')} />
      <PushLine publicKey={channels.data.pushKey} {...line('push')} />
      <SwitchLine label="Marketing" note="Offers and tips, only if you ask for them" {...line('marketing')} />
    </div>
  );
}
