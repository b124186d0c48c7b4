import { type ReactNode, useEffect, useState } from 'react';
import * as texts from '#texts/ui.ts';
import { classNames } from './class-names.ts';

/** A grey block in the place and size of what is coming. Give it height and width by classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('rounded bg-line opacity-60', className ?? 'h-4 w-full')} />;
}

/** How long a page may take before its skeleton shows, in milliseconds. */
export const skeletonDelayMs = 200;

/** From when on a page that is still waited for says so, in milliseconds. */
const slowAfterMs = 1000;

/**
 * Shows its children only after 200 ms, so that a quick answer flashes nothing, and says "Loading" to screen readers; after a second the words
 * are there for everybody, over the children, so that nothing moves.
 */
export function AfterDelay({ children, what }: { children: ReactNode; what: string }) {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timers = [skeletonDelayMs, slowAfterMs].map((ms) => setTimeout(() => setWaited(ms), ms));
    return () => timers.forEach(clearTimeout);
  }, []);
  const isSlow = waited === slowAfterMs;
  return (
    <div className={waited ? 'relative' : 'invisible'}>
      <p
        role="status"
        className={
          isSlow ? 'absolute inset-x-0 top-3 z-10 mx-auto w-fit rounded bg-ink px-3 py-1.5 text-paper' : 'unseen'
        }
      >
        {isSlow ? texts.loadingTakesLong({ what }) : waited ? texts.loadingWhat({ what }) : ''}
      </p>
      {children}
    </div>
  );
}
