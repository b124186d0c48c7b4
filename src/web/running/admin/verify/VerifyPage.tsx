import { Link, useSearchParams } from 'react-router';
import { verifyPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/verifying.ts';
import { OthersHere } from '../../../platform/desk/OthersHere.tsx';
import { QueueBar, type QueueCase } from '../../../platform/desk/QueueBar.tsx';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatStart } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { ChangeCase } from './ChangeCase.tsx';
import { type Case, caseWords } from './case-record.ts';
import { FileCase } from './FileCase.tsx';
import { SuspensionCase } from './SuspensionCase.tsx';
import { useFile, useQueue } from './use-verifying.ts';

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
  return (
    <WhenRead read={read} what={texts.theQueue} notLoaded={texts.queueNotLoaded}>
      {!item && (
        <EmptyState title={texts.nothingWaits}>
          <p>{texts.whatComesHere}</p>
        </EmptyState>
      )}
      {item && (
        <div className="grid gap-6">
          <QueueBar cases={cases.map(placeOf)} index={index} />
          <OneCase key={item.id} item={item} />
        </div>
      )}
    </WhenRead>
  );
}

function placeOf({ id, what, since, profile }: Case): QueueCase {
  return { id, to: `?case=${id}`, name: profile.name, detail: `${caseWords[what]}, ${formatStart(since)}` };
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
        <Link to={verifyPath}>{texts.toTheQueue}</Link>
      </p>
    </div>
  );
}

function CaseHeader({ name, what, id }: { name: string; what: string; id: string }) {
  return (
    <div className="grid gap-3">
      <h2 className="text-heading [overflow-wrap:anywhere]">
        {name} <span className="block font-normal font-text text-body text-soft tracking-normal">{what}</span>
      </h2>
      <OthersHere id={id} />
    </div>
  );
}
