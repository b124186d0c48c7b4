import { useQuery } from '@tanstack/react-query';
import * as texts from '#texts/dashboard.ts';
import { loadBackend } from '../session/backend.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/Button.tsx';
import { inline } from '../ui/inline.ts';
import { switchView } from './dashboard-view.ts';

/** For somebody who teaches and looks at the learner view: one tap to the day's lessons. Nothing for everybody else. */
export function TeachingHint() {
  const user = useSession();
  const { data: teaches } = useQuery({
    queryKey: ['instructor', 'own', user?.id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('user = {:id}', { id: user?.id ?? '' });
      const page = await backend.collection('instructors').getList(1, 1, { filter, fields: 'id', signal });
      return page.totalItems > 0;
    },
    enabled: user !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
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
