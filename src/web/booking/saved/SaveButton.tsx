import { Heart } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { savePath } from '#rules/paths/learner-paths.ts';
import * as texts from '#texts/saved.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { WantedLink } from '../../platform/session/WantedLink.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { forgetInstructor, saveInstructor, useIsSaved } from './saved-instructors.ts';

type SaveButtonProps = { instructor: { id: string; name: string }; onChanged?: () => void };

const look = 'btn btn-quiet gap-1.5 px-1.5 text-note';

const hidden = (part: ReactNode) => <span className="unseen">{part}</span>;

/** A heart that keeps an instructor for later. A guest signs in first, and finds the instructor saved then. */
export function SaveButton({ instructor, onChanged }: SaveButtonProps) {
  const user = useSession();
  return user ? <Toggle user={user.id} instructor={instructor} onChanged={onChanged} /> : <GuestLink {...instructor} />;
}

function GuestLink({ id, name }: { id: string; name: string }) {
  return (
    <WantedLink path={savePath(id)} instructorName={name} className={look}>
      <Heart size={18} strokeWidth={1.75} aria-hidden />
      <span>{inline(texts.saveName({ name, span: hidden }))}</span>
    </WantedLink>
  );
}

type ToggleProps = { user: string; instructor: { id: string; name: string }; onChanged: (() => void) | undefined };

function Toggle({ user, instructor: { id, name }, onChanged }: ToggleProps) {
  const isSaved = useIsSaved(id) === true;
  const [state, setState] = useState<'calm' | 'busy' | 'failed'>('calm');
  const toggle = () => {
    if (state === 'busy') return;
    setState('busy');
    const changing = isSaved ? forgetInstructor(user, id) : saveInstructor(user, id);
    changing
      .then(() => {
        setState('calm');
        onChanged?.();
      })
      .catch(() => setState('failed'));
  };
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <button type="button" className={look} aria-pressed={isSaved} aria-busy={state === 'busy'} onClick={toggle}>
        <Heart size={18} strokeWidth={1.75} fill={isSaved ? 'currentColor' : 'none'} aria-hidden />
        <span>
          {inline(isSaved ? texts.savedName({ name, span: hidden }) : texts.saveName({ name, span: hidden }))}
        </span>
      </button>
      {state === 'failed' && (
        <span role="alert" className="text-red text-note">
          {texts.notChanged}
        </span>
      )}
    </span>
  );
}
