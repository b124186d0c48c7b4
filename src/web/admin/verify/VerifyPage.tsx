import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import * as texts from '#texts/verifying.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatStart } from '../../ui/format-time.ts';
import { Notice } from '../../ui/Notice.tsx';
import { WhenRead } from '../../ui/WhenRead.tsx';
import { StaffOnly } from '../StaffOnly.tsx';
import { ChangeCase } from './ChangeCase.tsx';
import { type Case, caseWords } from './case-record.ts';
import { FileCase } from './FileCase.tsx';
import { SuspensionCase } from './SuspensionCase.tsx';
import { useFile, useQueue, useVisit } from './use-verifying.ts';

/**
 * The desk of those who check instructors. It opens at the next case; `?case=` opens another of the queue, `?instructor=` anybody's file. J and K
 * lead to the next case and the one before.
 */
export function VerifyPage() {
  const [params] = useSearchParams();
  const instructor = params.get('instructor');
  const desk = instructor ? <OneFile key={instructor} instructor={instructor} /> : <Queue />;
  return <StaffOnly right="papers">{desk}</StaffOnly>;
}

function Queue() {
  const read = useQueue();
  const [params] = useSearchParams();
  const cases = read.data ?? [];
  const index = Math.max(
    0,
    cases.findIndex(({ id }) => id === params.get('case')),
  );
  const item = cases[index];
  useNextByKey(cases, index);
  return (
    <WhenRead read={read} what={texts.theQueue} notLoaded={texts.queueNotLoaded}>
      {!item && (
        <EmptyState title={texts.nothingWaits}>
          <p>{texts.whatComesHere}</p>
        </EmptyState>
      )}
      {item && (
        <div className="grid gap-6">
          <Others cases={cases} index={index} />
          <OneCase key={item.id} item={item} />
        </div>
      )}
    </WhenRead>
  );
}

function useNextByKey(cases: readonly Case[], index: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { j: 1, k: -1 }[event.key];
      const next = step && cases[index + step];
      if (next) void navigate(`?case=${next.id}`);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [cases, index, navigate]);
}

function Others({ cases, index }: { cases: readonly Case[]; index: number }) {
  const navigate = useNavigate();
  const go = (to: Case | undefined) => to && void navigate(`?case=${to.id}`);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <span className="figures font-semibold">{texts.caseOf({ number: index + 1, count: cases.length })}</span>
        <Button variant="secondary" disabled={index === 0} onClick={() => go(cases[index - 1])}>
          {texts.previousCase}
        </Button>
        <Button variant="secondary" disabled={index >= cases.length - 1} onClick={() => go(cases[index + 1])}>
          {texts.nextCase}
        </Button>
        <span className="text-soft text-sm max-md:hidden">{texts.byKeys}</span>
      </div>
      <details>
        <summary className="flex min-h-11 items-center text-green">{texts.showTheQueue}</summary>
        <ul className="card">
          {cases.map((each) => (
            <li key={each.id} className="border-line border-b last:border-b-0">
              <Link
                to={`?case=${each.id}`}
                className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-4 py-2 text-ink no-underline hover:bg-sunken"
              >
                <b className="font-semibold [overflow-wrap:anywhere]">{each.profile.name}</b>
                <span className="text-soft text-sm">
                  {caseWords[each.what]}, {formatStart(each.since)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function OneCase({ item }: { item: Case }) {
  return (
    <>
      <CaseHeader name={item.profile.name} what={`${caseWords[item.what]}, ${formatStart(item.since)}`} id={item.id} />
      {item.what === 'change' && <ChangeCase item={item} />}
      {item.what === 'suspension' && <SuspensionCase item={item} />}
      {(item.what === 'profile' || item.what === 'papers') && <FileCase instructor={item.profile.id} />}
    </>
  );
}

function OneFile({ instructor }: { instructor: string }) {
  const { data } = useFile(instructor);
  return (
    <div className="grid gap-6">
      {data && <CaseHeader name={data.profile.name} what={texts.theFileOf} id={instructor} />}
      <FileCase instructor={instructor} />
      <p>
        <Link to="/dashboard/verify">{texts.toTheQueue}</Link>
      </p>
    </div>
  );
}

function CaseHeader({ name, what, id }: { name: string; what: string; id: string }) {
  const others = useVisit(id);
  return (
    <div className="grid gap-3">
      <h2 className="text-2xl [overflow-wrap:anywhere]">
        {name} <span className="block font-normal font-text text-base text-soft tracking-normal">{what}</span>
      </h2>
      {others.length > 0 && <Notice kind="attention">{texts.othersAreHere({ names: others.join(', ') })}</Notice>}
    </div>
  );
}
