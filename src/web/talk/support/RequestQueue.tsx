import { requestPath } from '#rules/paths/help-paths.ts';
import { QueueBar } from '../../platform/desk/QueueBar.tsx';
import { formatStart } from '../../platform/ui/format-time.ts';
import { useOpenRequests } from './use-support-desk.ts';

/** The requests that wait for an answer, the most urgent first, for those who answer: the way to the next one, also by J. Nothing while none waits. */
export function RequestQueue({ at }: { at?: string }) {
  const open = useOpenRequests().data ?? [];
  if (open.length === 0) return null;
  const cases = open.map(({ id, subject, lastMessageAt }) => ({
    id,
    to: requestPath(id),
    name: subject,
    detail: formatStart(lastMessageAt),
  }));
  return <QueueBar cases={cases} index={open.findIndex(({ id }) => id === at)} />;
}
