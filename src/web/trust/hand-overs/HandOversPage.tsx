import { useState } from 'react';
import { useSearchParams } from 'react-router';
import * as texts from '#texts/handOvers.ts';
import type { HandOver } from '#wire/hand-overs.ts';
import { useOwnRecentLessons } from '../../platform/records/use-lessons.ts';
import { messageOf } from '../../platform/session/message-of.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { SelectField } from '../../platform/ui/Select.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { AskHandOver } from './AskHandOver.tsx';
import { useChangeHandOvers, useHandOvers } from './use-hand-overs.ts';

/** Hand-overs that one has a part in: what waits for an answer, what became of others, and, for learners, asking for one. */
export function HandOversPage() {
  const read = useHandOvers();
  // Whether one may ask stands above the list: both come at once, so that nothing is pushed down.
  const { isPending } = useOwnRecentLessons();
  const data = isPending ? undefined : read.data;
  return (
    <div className="grid max-w-[48rem] gap-8 text-body">
      <p>{texts.about}</p>
      <WhenRead
        read={{ data, isError: read.isError, refetch: read.refetch }}
        what={texts.theHandOvers}
        notLoaded={texts.notLoaded}
      >
        <AskAsLearner />
        {read.data?.length === 0 && <p className="text-soft">{texts.noneYet}</p>}
        <ul className="grid gap-4">
          {(read.data ?? []).map((handOver) => (
            <One key={handOver.id} handOver={handOver} />
          ))}
        </ul>
      </WhenRead>
    </div>
  );
}

/** For who has had lessons: from which of their instructors they would like to go on with somebody else. */
function AskAsLearner() {
  const user = useSession();
  const [params] = useSearchParams();
  const { data = [] } = useOwnRecentLessons();
  const own = new Map(
    data.flatMap(({ instructor, expand }) => (expand?.instructor ? [[instructor, expand.instructor.name]] : [])),
  );
  const options = [...own].map(([value, label]) => ({ value: value ?? '', label: label ?? '' }));
  const [chosen, setChosen] = useState(params.get('from') ?? '');
  const [isOpen, setOpen] = useState(false);
  const from = own.has(chosen) ? chosen : (options[0]?.value ?? '');
  if (!user || from === '') return null;
  return (
    <section aria-labelledby="ask" className="card grid gap-3 p-5">
      <h2 id="ask" className="text-title">
        {texts.goOnWithAnother}
      </h2>
      <SelectField label={texts.soFarWith} options={options} value={from} onChange={setChosen} />
      <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        {texts.chooseInstructor}
      </Button>
      {isOpen && (
        <AskHandOver learner={user.id} from={from} about={texts.aboutAsLearner} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}

const states = {
  waiting: { word: texts.waiting, tone: 'amber' },
  done: { word: texts.done, tone: 'green' },
  refused: { word: texts.refused, tone: 'grey' },
  withdrawn: { word: texts.withdrawn, tone: 'grey' },
} as const;

function One({ handOver }: { handOver: HandOver }) {
  const { status, learner, from, to, note, created } = handOver;
  const { word, tone } = states[status];
  return (
    <li className="card grid gap-3 p-5 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <b className="font-semibold">{texts.fromTo({ learner: learner.name, from: from.name, to: to.name })}</b>
        <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="text-soft text-note">{formatDate(created)}</p>
      {note !== '' && <p className="whitespace-pre-line">{note}</p>}
      <Along handOver={handOver} />
      {status === 'waiting' && <Answers handOver={handOver} />}
    </li>
  );
}

/** What goes along, and what does not. */
function Along({ handOver: { lessons, skills, refundCents, status, to, from } }: { handOver: HandOver }) {
  const isDone = status === 'done';
  return (
    <ul className="list-disc pl-5">
      <li>{texts.recordGoes({ lessons, skills, to: to.name })}</li>
      {refundCents !== null && refundCents > 0 && (
        <li>
          {isDone
            ? texts.moneyCame({ sum: formatMoney(refundCents), from: from.name })
            : texts.moneyComes({ sum: formatMoney(refundCents), from: from.name })}
        </li>
      )}
      {!isDone && <li>{texts.staysAsItIs({ from: from.name })}</li>}
    </ul>
  );
}

function Answers({ handOver }: { handOver: HandOver }) {
  const { id, role, askedBy, learnerAgreed, takerAgreed } = handOver;
  const tell = useTelling();
  const changing = useChangeHandOvers();
  const set = (status: 'agreed' | 'refused' | 'withdrawn', said: string) =>
    tell(changing.mutateAsync({ id, status }), {
      done: said,
      failed: (error) => messageOf(error, texts.notAnswered),
    });
  const isAsker = askedBy === 'learner' ? role === 'learner' : role === 'giver';
  const isMine = !isAsker && ((role === 'learner' && !learnerAgreed) || (role === 'taker' && !takerAgreed));
  if (isMine) {
    return (
      <div className="flex flex-wrap gap-3">
        <Button className="min-h-12" isBusy={changing.isPending} onClick={() => set('agreed', texts.youAgreed)}>
          {texts.agree}
        </Button>
        <Button
          variant="secondary"
          className="min-h-12"
          disabled={changing.isPending}
          onClick={() => set('refused', texts.youRefused)}
        >
          {texts.refuse}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-soft">{learnerAgreed ? texts.waitsForTaker : texts.waitsForLearner}</p>
      {isAsker && (
        <Button
          variant="quiet"
          className="min-h-12"
          disabled={changing.isPending}
          onClick={() => set('withdrawn', texts.youWithdrew)}
        >
          {texts.withdraw}
        </Button>
      )}
      {!isAsker && role === 'learner' && (
        <Button
          variant="quiet"
          className="min-h-12"
          disabled={changing.isPending}
          onClick={() => set('refused', texts.youRefused)}
        >
          {texts.noLonger}
        </Button>
      )}
    </div>
  );
}
