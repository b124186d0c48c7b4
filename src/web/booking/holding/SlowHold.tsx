import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import * as texts from '#texts/booking.ts';
import { inline } from '../../platform/ui/inline.ts';

/** From when on a wait is worth a word, in milliseconds. */
const slowAfterMs = 4000;

/** While a time is being held: after a few seconds says that it takes long, what that means and where to go on. */
export function SlowHold() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className={isSlow ? 'mt-3 text-note' : undefined}>
      {isSlow && inline(texts.holdTakesLong({ lessons: (text) => <Link to={dashboardPath}>{text}</Link> }))}
    </p>
  );
}
