import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { NotificationPreferences } from '#rules/notifications/preferences.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { PushLine } from './PushLine.tsx';
import { playChime } from './play-chime.ts';
import { SwitchLine } from './SwitchLine.tsx';
import { type Channels, useChannels, usePreferences, useSwitching } from './use-preferences.ts';

type Name = keyof NotificationPreferences;

const categories: readonly { name: Name; label: string; note: string }[] = [
  { name: 'account', label: 'Account', note: 'Lessons, messages and your sign-ins' },
  { name: 'billing', label: 'Billing', note: 'Payments, refunds and payouts' },
  { name: 'system', label: 'System', note: 'Changes and interruptions of Kerbside' },
  { name: 'marketing', label: 'Marketing', note: 'Offers and tips, only if you ask for them' },
];

/** The switches: by which of four channels one is told, and about which of four things. */
export function Preferences() {
  const user = useSession();
  const preferences = usePreferences();
  const channels = useChannels();
  const switching = useSwitching(user?.id ?? '');
  const isFailed = (preferences.isError && !preferences.data) || (channels.isError && !channels.data);
  if (isFailed) {
    const retry = () => void Promise.all([preferences.refetch(), channels.refetch()]);
    return <ErrorState title="Your choices could not be loaded" detail="They hold as they are." onRetry={retry} />;
  }
  const chosen = preferences.data;
  if (!chosen || !channels.data) {
    return (
      <AfterDelay what="your choices">
        <div className="grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-96 w-full lg:h-84" />
          <Skeleton className="h-84 w-full" />
        </div>
      </AfterDelay>
    );
  }
  const line = (name: Name) => ({ isOn: chosen[name], onTurn: (isOn: boolean) => switching.mutate({ [name]: isOn }) });
  const reach = channels.data;
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Group id="channels" title="How we reach you">
          <SwitchLine label="Email" note={`To ${user?.email ?? 'your address'}`} {...line('email')} />
          <PushLine publicKey={reach.pushKey} {...line('push')} />
          <SwitchLine label="SMS" note={<SmsNote reach={reach} />} isDisabled={!reach.sms} {...line('sms')} />
          <SwitchLine
            label="Sound"
            note="A short sound while Kerbside is open"
            isOn={chosen.sound}
            onTurn={(isOn) => {
              if (isOn) playChime();
              switching.mutate({ sound: isOn });
            }}
          />
        </Group>
        <Group id="categories" title="What about">
          {categories.map(({ name, label, note }) => (
            <SwitchLine key={name} label={label} note={note} {...line(name)} />
          ))}
        </Group>
      </div>
      <p className="mt-4 max-w-[65ch] text-sm text-soft">
        Each choice holds at once. Push and SMS rest from 10 PM to 8 AM SGT and come in the morning. Confirmations,
        receipts, refunds and mails about signing in are always sent: a booking or your account depends on them.
      </p>
    </>
  );
}

function SmsNote({ reach: { sms, smsNumber } }: { reach: Channels }) {
  if (!sms) return 'This server has no SMS provider, so no text messages are sent.';
  if (smsNumber) return `To ${smsNumber}`;
  return (
    <>
      Needs a Singapore mobile number: <Link to="/dashboard/profile">add one to your profile</Link>
    </>
  );
}

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <fieldset aria-labelledby={id} className="card min-w-0 px-4 pt-4 pb-1 md:px-5">
      <h2 id={id} className="mb-1 text-xl">
        {title}
      </h2>
      {children}
    </fieldset>
  );
}
