import { type ComponentType, useEffect, useState } from 'react';
import { peekWantedPath } from '../../platform/session/wanted-path.ts';

/** Says which time waits behind signing in, so that nobody fears it is lost. Loads its words only when one waits. */
export function WantedLesson() {
  const [Notice, setNotice] = useState<ComponentType>();
  useEffect(() => {
    if (!peekWantedPath()) return;
    void import('./WantedLessonNotice.tsx').then(({ WantedLessonNotice }) => setNotice(() => WantedLessonNotice));
  }, []);
  return Notice ? <Notice /> : null;
}
