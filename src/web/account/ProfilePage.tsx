import { CircleCheck } from 'lucide-react';
import type { SessionUser } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Badge } from '../ui/Badge.tsx';
import { fileUrl } from '../ui/file-url.ts';
import { formatDate } from '../ui/format-time.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { roleTone } from './role-tone.ts';

/** The signed-in user's own profile: what others know of them, and the form that changes it. */
export function ProfilePage() {
  const user = useSession();
  if (!user) return null;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <ProfileCard user={user} />
      <ProfileForm key={user.id} user={user} />
    </div>
  );
}

function ProfileCard({ user }: { user: SessionUser }) {
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.name || user.email;
  return (
    <section aria-label="Your profile" className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className="p-5">
        <Avatar person={user} src={fileUrl(user, user.avatar, '100x100')} className="size-20 text-2xl" />
        <h2 className="mt-4 text-xl">{fullName}</h2>
        <p className="mt-2 flex flex-wrap gap-2">
          {user.verified && (
            <Badge tone="green">
              <CircleCheck size={14} strokeWidth={1.75} aria-hidden />
              Verified
            </Badge>
          )}
          <Badge tone={roleTone(user.role)}>{user.role || 'user'}</Badge>
        </p>
        <dl className="lane-top mt-4 grid gap-3 pt-4">
          <Fact name="Email" value={user.email} />
          <Fact name="Phone" value={user.phone} />
          <Fact name="Location" value={user.location} />
          <Fact name="Member since" value={formatDate(user.created)} />
        </dl>
      </div>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="break-words">{value || <span className="text-soft">Not given</span>}</dd>
    </div>
  );
}
