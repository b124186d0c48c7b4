import { useEffect, useLayoutEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import * as texts from '#texts/queue.ts';
import { Button } from '../ui/Button.tsx';

/** A case of a queue: where it is opened, and what it is called in the list of all. */
export type QueueCase = { id: string; to: string; name: string; detail: string };

type QueueBarProps = { cases: readonly QueueCase[]; index: number };

/** How far one is in a queue, the case before and the next one, also by K and J, and the whole queue on demand. */
export function QueueBar({ cases, index }: QueueBarProps) {
  const navigate = useNavigate();
  const go = (to: QueueCase | undefined) => to && void navigate(to.to);
  useNextByKey(cases, index);
  useAddressOfShown(cases, index);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <span className="figures font-semibold">
          {index < 0
            ? texts.casesWaiting({ count: cases.length })
            : texts.caseOf({ number: index + 1, count: cases.length })}
        </span>
        <Button variant="secondary" disabled={index <= 0} onClick={() => go(cases[index - 1])}>
          {texts.previousCase}
        </Button>
        <Button variant="secondary" disabled={index >= cases.length - 1} onClick={() => go(cases[index + 1])}>
          {texts.nextCase}
        </Button>
        <span className="text-soft text-note max-md:hidden">{texts.byKeys}</span>
      </div>
      <details>
        <summary className="flex min-h-11 items-center text-green">{texts.showTheQueue}</summary>
        <ul className="card">
          {cases.map(({ id, to, name, detail }) => (
            <li key={id} className="border-line border-b last:border-b-0">
              <Link
                to={to}
                className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-4 py-2 text-ink no-underline hover:bg-sunken"
              >
                <b className="font-semibold [overflow-wrap:anywhere]">{name}</b>
                <span className="text-soft text-note">{detail}</span>
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** Once the case that the address names was decided, another one shows: the address is that one's then, so that it can be sent on or opened again. */
function useAddressOfShown(cases: readonly QueueCase[], index: number): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const isGone = new URLSearchParams(search).has('case') && !cases.some(({ to }) => to === search);
  const shown = isGone ? cases[index]?.to : undefined;
  useEffect(() => {
    if (shown) void navigate(shown, { replace: true });
  }, [shown, navigate]);
}

/** Where letters are somebody's own: what is typed, and what is chosen by its first letter. */
const takesLetters =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="combobox"], [role="listbox"], [role="menu"]';

function useNextByKey(cases: readonly QueueCase[], index: number): void {
  const navigate = useNavigate();
  // Before the case is seen: a key that is pressed then is about this one.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(takesLetters);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { j: 1, k: -1 }[event.key];
      const next = step && cases[index + step];
      if (next) void navigate(next.to);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [cases, index, navigate]);
}
