import { Button } from '../ui/Button.tsx';
import { switchView } from './dashboard-view.ts';
import { useTeaches } from './use-teaches.ts';

/** For somebody who teaches and looks at the learner view: one tap to the day's lessons. Nothing for everybody else. */
export function TeachingHint() {
  const { data: teaches } = useTeaches();
  if (!teaches) return null;
  return (
    <div className="card mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-3.5">
      <p>
        This is the learner view. Your lessons as an instructor are in the{' '}
        <b className="font-semibold">Instructor view</b>.
      </p>
      <Button variant="secondary" onClick={() => switchView('instructor')}>
        Show my day
      </Button>
    </div>
  );
}
