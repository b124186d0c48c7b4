import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import * as texts from '#texts/shell.ts';
import { endLooking } from '../../platform/session/looking.ts';
import { lookingUntil } from '../../platform/session/own-session.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatClock } from '../../platform/ui/format-time.ts';
import { forgetDay } from './keep-day.ts';

/** A little before the token ends, so that nobody is sent to sign in. */
const earlyMs = 5000;

/** Says for as long as it lasts that somebody of the staff looks through this account, and ends it. */
export function LookingBanner({ user }: { user: SessionUser }) {
  const untilMs = lookingUntil();
  useEffect(() => {
    if (untilMs === undefined) return;
    // What was kept before one began to look is one's own; it is kept anew afterwards.
    forgetDay();
    const timer = setTimeout(() => void endLooking(), untilMs - Date.now() - earlyMs);
    return () => clearTimeout(timer);
  }, [untilMs]);
  if (untilMs === undefined) return null;
  return (
    <section
      aria-label={texts.lookingAs}
      className="sticky top-[3.875rem] z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-amber-line border-b bg-amber-tint px-4 py-2 print:hidden"
    >
      <Eye size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <p className="min-w-0 grow">
        {texts.lookingAsUntil({ name: user.name || user.email, time: formatClock(new Date(untilMs)) })}
      </p>
      <Button variant="secondary" onClick={() => void endLooking()}>
        {texts.endLooking}
      </Button>
    </section>
  );
}
