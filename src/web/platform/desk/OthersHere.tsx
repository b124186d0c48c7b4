import * as texts from '#texts/queue.ts';
import { Notice } from '../ui/Notice.tsx';
import { useVisit } from './use-visit.ts';

/** Tells whoever works on a case who of the staff has it open, too; and tells them. */
export function OthersHere({ id }: { id: string }) {
  const others = useVisit(id).data?.others.map(({ name }) => name) ?? [];
  if (others.length === 0) return null;
  return <Notice kind="attention">{texts.othersAreHere({ names: others.join(', ') })}</Notice>;
}
