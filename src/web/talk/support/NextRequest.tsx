import { Navigate } from 'react-router';
import { requestsPath } from '#rules/paths/help-paths.ts';
import * as texts from '#texts/support.ts';
import { useRight } from '../../platform/session/use-right.ts';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { useOpenRequests } from './use-support-desk.ts';

const all = requestsPath;

/** Leads who answers requests to the one that waits most urgently, as it is now; everybody else, and when none waits, to the list. */
export function NextRequest() {
  const answers = useRight('support');
  const { data, isFetching } = useOpenRequests(answers);
  if (answers && isFetching) {
    return (
      <AfterDelay what={texts.theRequest}>
        <Skeleton className="h-64 w-full" />
      </AfterDelay>
    );
  }
  const [first] = data ?? [];
  return <Navigate to={answers && first ? `${all}/${first.id}` : all} replace />;
}
