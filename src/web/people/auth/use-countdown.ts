import { useEffect, useState } from 'react';

/** Seconds that fall to 0. It counts by the clock, so that a tab in the background does not run late. */
export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void; clear: () => void } {
  const [endsAt, setEndsAt] = useState<number>();
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (endsAt === undefined) return;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) setEndsAt(undefined);
    }, 200);
    return () => clearInterval(timer);
  }, [endsAt]);
  const start = (seconds: number) => {
    setSecondsLeft(seconds);
    setEndsAt(Date.now() + seconds * 1000);
  };
  const clear = () => {
    setSecondsLeft(0);
    setEndsAt(undefined);
  };
  return { secondsLeft, start, clear };
}
