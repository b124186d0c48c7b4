import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { settingsPath } from '#rules/paths/account-paths.ts';
import * as texts from '#texts/account.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Avatar } from '../../platform/ui/Avatar.tsx';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { fileUrl } from '../../platform/ui/file-url.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { ActivityCard } from './ActivityCard.tsx';
import { PhoneProof } from './PhoneProof.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { roleTone } from './role-tone.ts';

/** The signed-in user's own profile: what others know of them, how much they use the product, and the form that changes it. */
export function ProfilePage() {
  const user = useSession();
  if (!user) return null;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <div className="grid gap-5">
        <ProfileCard user={user} />
        <ActivityCard userId={user.id} />
      </div>
      <ProfileForm key={user.id} user={user} />
    </div>
  );
}

function ProfileCard({ user }: { user: SessionUser }) {
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.name || user.email;
  return (
    <section aria-label={texts.yourProfile} className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className="p-5">
        <div className="flex items-end justify-between gap-3">
          <Avatar person={user} src={fileUrl(user, user.avatar, '100x100')} className="size-20 text-heading" />
          <LinkButton variant="quiet" to={settingsPath} className="px-2">
            {texts.changePicture}
          </LinkButton>
        </div>
        <h2 className="mt-4 break-words text-title">{fullName}</h2>
        <p className="mt-2 flex flex-wrap gap-2">
          {user.verified && (
            <Badge tone="green">
              <CircleCheck size={14} strokeWidth={1.75} aria-hidden />
              {texts.verified}
            </Badge>
          )}
          <Badge tone={roleTone(user.role)}>{user.role || texts.user}</Badge>
        </p>
        {!user.verified && <Verification email={user.email} />}
        <dl className="lane-top mt-4 grid gap-3 pt-4">
          <Fact name={texts.email} value={user.email} />
          <Fact name={texts.phone} value={user.phone}>
            {user.phone && (
              <div id="phone" className="mt-2 scroll-mt-20">
                <PhoneProof key={user.phone} user={user} phone={user.phone} />
              </div>
            )}
          </Fact>
          <Fact name={texts.location} value={user.location} />
          <Fact name={texts.memberSince} value={formatDate(user.created)} />
        </dl>
      </div>
    </section>
  );
}

/** For an address that nobody has shown to be theirs: sends the mail that does. */
function Verification({ email }: { email: string }) {
  const sending = useMutation({
    mutationFn: async () => (await loadBackend()).collection('users').requestVerification(email),
  });
  return (
    <div role="status" className="mt-2 text-note text-soft">
      {sending.isSuccess ? (
        <p>{texts.weSentALinkToEmail({ email })}</p>
      ) : (
        <Button variant="quiet" className="px-0" isBusy={sending.isPending} onClick={() => sending.mutate()}>
          {texts.verifyYourEmailAddress}
        </Button>
      )}
      {sending.isError && <p>{messageFor(sending.error, texts.mailNotSent)}</p>}
    </div>
  );
}

function Fact({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div>
      <dt className="text-note text-soft">{name}</dt>
      <dd className="break-words">
        {value || <span className="text-soft">{texts.notGiven}</span>}
        {children}
      </dd>
    </div>
  );
}
