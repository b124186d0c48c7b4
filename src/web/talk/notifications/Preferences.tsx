import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { NotificationPreferences } from '#rules/notifications/preferences.ts';
import { profilePath } from '#rules/paths/account-paths.ts';
import * as texts from '#texts/notifications.ts';
import type { ChannelsAnswer } from '#wire/notifications.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { PushLine } from './PushLine.tsx';
import { playChime } from './play-chime.ts';
import { SwitchLine } from './SwitchLine.tsx';
import { useChannels, usePreferences, useSwitching } from './use-preferences.ts';

type Name = keyof NotificationPreferences;

const categories: readonly { name: Name; label: string; note: string }[] = [
  { name: 'account', label: texts.account, note: texts.lessonsMessagesAndYourSign },
  { name: 'billing', label: texts.billing, note: texts.paymentsRefundsAndPayouts },
  { name: 'system', label: texts.system, note: texts.systemNote },
  { name: 'marketing', label: texts.marketing, note: texts.marketingNote },
];

/** The switches: by which of four channels one is told, and about which of four things. */
export function Preferences() {
  const user = useSession();
  const { sendsMail } = useConfig();
  const preferences = usePreferences();
  const channels = useChannels();
  const switching = useSwitching(user?.id ?? '');
  const isFailed = (preferences.isError && !preferences.data) || (channels.isError && !channels.data);
  if (isFailed) {
    const retry = () => void Promise.all([preferences.refetch(), channels.refetch()]);
    return <ErrorState title={texts.choicesNotLoaded} detail={texts.theyHoldAsTheyAre} onRetry={retry} />;
  }
  const chosen = preferences.data;
  if (!chosen || !channels.data) {
    return (
      <AfterDelay what={texts.yourChoices}>
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
        <Group id="channels" title={texts.howWeReachYou}>
          <SwitchLine
            label={texts.email}
            note={sendsMail ? texts.toEmail({ email: user?.email ?? texts.yourAddress }) : texts.noMailServer}
            {...line('email')}
          />
          <PushLine publicKey={reach.pushKey} {...line('push')} />
          <SwitchLine label={texts.sms} note={<SmsNote reach={reach} />} isDisabled={!reach.sms} {...line('sms')} />
          <SwitchLine
            label={texts.sound}
            note={texts.aShortSoundWhileKerbside}
            isOn={chosen.sound}
            onTurn={(isOn) => {
              if (isOn) playChime();
              switching.mutate({ sound: isOn });
            }}
          />
        </Group>
        <Group id="categories" title={texts.whatAbout}>
          {categories.map(({ name, label, note }) => (
            <SwitchLine key={name} label={label} note={note} {...line(name)} />
          ))}
        </Group>
      </div>
      <p className="mt-4 max-w-[65ch] text-note text-soft">{texts.eachChoiceHoldsAtOnce}</p>
    </>
  );
}

function SmsNote({ reach: { sms, smsNumber, isNumberProved } }: { reach: ChannelsAnswer }) {
  if (!sms) return texts.thisServerHasNoSms;
  if (!smsNumber)
    return (
      <>{inline(texts.needsASingaporeMobileNumber({ profile: (text) => <Link to={profilePath}>{text}</Link> }))}</>
    );
  if (isNumberProved) return texts.toSmsNumber({ smsNumber });
  const profile = (text: ReactNode) => <Link to={{ pathname: profilePath, hash: 'phone' }}>{text}</Link>;
  return <>{inline(texts.numberNotConfirmedYet({ smsNumber, profile }))}</>;
}

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <fieldset aria-labelledby={id} className="card min-w-0 px-4 pt-4 pb-1 md:px-5">
      <h2 id={id} className="mb-1 text-title">
        {title}
      </h2>
      {children}
    </fieldset>
  );
}
