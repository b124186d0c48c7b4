import { type ReactNode, useEffect, useState } from 'react';
import * as texts from '#texts/ui.ts';
import { classNames } from './class-names.ts';

/** A grey block in the place and size of what is coming. Give it height and width by classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('rounded bg-line opacity-60', className ?? 'h-4 w-full')} />;
}

/** How long a page may take before its skeleton shows, in milliseconds. */
export const skeletonDelayMs = 200;

/** Shows its children only after 200 ms, so that a quick answer flashes nothing; says "Loading" to screen readers. */
export function AfterDelay({ children, what }: { children: ReactNode; what: string }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), skeletonDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={isDue ? undefined : 'invisible'}>
      <p role="status" className="unseen">
        {isDue ? texts.loadingWhat({ what }) : ''}
      </p>
      {children}
    </div>
  );
}
