import { useEffect } from 'react';
import * as texts from '#texts/dashboard.ts';
import { beginAsInstructor, switchView } from '../../platform/session/dashboard-view.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { useTeaches } from './use-teaches.ts';

/** For somebody who teaches and chose the learner view: one tap to the day's lessons. Who has chosen nothing yet is led there. Nothing for everybody else. */
export function TeachingHint() {
  const { data: teaches } = useTeaches();
  useEffect(() => {
    if (teaches) beginAsInstructor();
  }, [teaches]);
  if (!teaches) return null;
  return (
    <div className="card mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-3.5">
      <p>{inline(texts.thisIsTheLearnerView({ b: (text) => <b className="font-semibold">{text}</b> }))}</p>
      <Button variant="secondary" onClick={() => switchView('instructor')}>
        {texts.showMyDay}
      </Button>
    </div>
  );
}
