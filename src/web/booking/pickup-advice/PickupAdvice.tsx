import * as texts from '#texts/pickupAdvice.ts';
import type { AdviceLine } from '#wire/pickup-advice.ts';
import { Notice } from '../../platform/ui/Notice.tsx';

/** What the operator advises for a pick-up; nothing where there is no advice. */
export function PickupAdvice({ advice, className }: { advice: readonly AdviceLine[]; className?: string }) {
  if (advice.length === 0) return null;
  const warns = advice.some(({ kind }) => kind === 'avoid');
  return (
    <Notice kind={warns ? 'attention' : 'plain'} {...(className ? { className } : {})}>
      <ul className="grid gap-1.5">
        {advice.map(({ area, kind, text }) => (
          <li key={`${area} ${kind} ${text}`} className="[overflow-wrap:anywhere]">
            <b className="font-semibold">{kind === 'avoid' ? texts.doNotStop({ area }) : texts.meet({ area })}</b>{' '}
            {text}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
