import { Link } from 'react-router';
import { notificationsPath } from '#rules/paths/account-paths.ts';
import * as texts from '#texts/account.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { PushLine } from '../../talk/notifications/PushLine.tsx';
import { SwitchLine } from '../../talk/notifications/SwitchLine.tsx';
import { useChannels, usePreferences, useSwitching } from '../../talk/notifications/use-preferences.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** The three switches most people look for; each holds at once. The notifications page has all of them. */
export function NotificationToggles({ user }: { user: SessionUser }) {
  return (
    <SettingsSection
      title={texts.notifications}
      lead={inline(
        texts.eachSwitchHoldsAtOnce({ notifications: (text) => <Link to={notificationsPath}>{text}</Link> }),
      )}
    >
      <Switches user={user} />
    </SettingsSection>
  );
}

function Switches({ user }: { user: SessionUser }) {
  const preferences = usePreferences();
  const channels = useChannels();
  const switching = useSwitching(user.id);
  const { sendsMail } = useConfig();
  const chosen = preferences.data;
  if (!chosen || !channels.data) {
    if (!preferences.isError && !channels.isError) {
      return (
        <AfterDelay what={texts.yourChoices}>
          <Skeleton className="h-56 w-full" />
        </AfterDelay>
      );
    }
    const retry = () => void Promise.all([preferences.refetch(), channels.refetch()]);
    return <ErrorState title={texts.choicesNotLoaded} detail={texts.theyHoldAsTheyAre} onRetry={retry} />;
  }
  const line = (name: 'email' | 'push' | 'marketing') => ({
    isOn: chosen[name],
    onTurn: (isOn: boolean) => switching.mutate({ [name]: isOn }),
  });
  return (
    <div className="card px-4">
      <SwitchLine
        label={texts.email}
        note={sendsMail ? texts.toEmail({ email: user.email }) : texts.noMailServerHere}
        {...line('email')}
      />
      <PushLine publicKey={channels.data.pushKey} {...line('push')} />
      <SwitchLine label={texts.marketing} note={texts.marketingNote} {...line('marketing')} />
    </div>
  );
}
