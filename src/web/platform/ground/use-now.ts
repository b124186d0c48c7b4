import { useEffect, useState } from 'react';
import { currentTime } from './clock.ts';

/** The product's time in milliseconds, anew each second while the page is shown. */
export function useNow(): number {
  const [nowMs, setNow] = useState(() => currentTime().getTime());
  useEffect(() => {
    const tick = () => setNow(currentTime().getTime());
    const timer = setInterval(tick, 1000);
    // Timers sleep in a hidden tab: the figure must be right the moment it is looked at again.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return nowMs;
}
