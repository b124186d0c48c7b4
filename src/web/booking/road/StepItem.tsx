import { Check, Lock, PencilLine, TriangleAlert, Undo2 } from 'lucide-react';
import { lessonsBeforeSimulator, type RoadFacts, type RoadStepName } from '#rules/licence/licence-road.ts';
import * as texts from '#texts/road.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { centreNames, stepFields, stepWords } from './road-words.ts';
import { useRoadChange } from './use-road-change.ts';

type Item = RoadAnswer['steps'][number];
type StepItemProps = { road: RoadAnswer; item: Item; number: number; onOpen: () => void };

/** One step of the road: its mark, what is known of it, its fee, and the buttons to say more or to take it back. */
export function StepItem({ road, item, number, onOpen }: StepItemProps) {
  const { name, about } = stepWords[item.step];
  const id = `step-${item.step}`;
  return (
    <li aria-labelledby={id} className="relative grid grid-cols-[2.75rem_1fr] gap-x-3 pb-7 last:pb-0">
      {number < road.steps.length && (
        <span
          aria-hidden
          className="absolute top-11 bottom-0 left-[1.3rem] border-line-strong border-l-2 border-dashed"
        />
      )}
      <Mark state={item.state} number={number} />
      <div className="grid min-w-0 items-start gap-x-4 gap-y-2 lg:grid-cols-[1fr_auto]">
        <div>
          <div className="min-h-11 content-center">
            <h2 id={id} className="text-title">
              {name}
            </h2>
            <p className="text-soft text-note">{stateWords(road, item)}</p>
          </div>
          <p className="mt-1 max-w-[60ch]">{about}</p>
          <Facts road={road} step={item.step} />
          {item.fee && <Fee fee={item.fee} />}
        </div>
        <Actions road={road} item={item} onOpen={onOpen} />
      </div>
    </li>
  );
}

function Mark({ state, number }: { state: Item['state']; number: number }) {
  const look = {
    done: 'border-green bg-green text-on-green',
    now: 'border-green text-green',
    open: 'border-line-strong text-soft',
    locked: 'border-line-strong text-soft',
    lapsed: 'border-amber-line bg-amber-tint',
  }[state];
  return (
    <span
      aria-hidden
      className={classNames('figures grid size-11 place-items-center rounded-full border-2 font-bold', look)}
    >
      {state === 'done' && <Check size={20} strokeWidth={2.25} />}
      {state === 'locked' && <Lock size={18} strokeWidth={1.75} />}
      {state === 'lapsed' && <TriangleAlert size={18} strokeWidth={1.75} />}
      {(state === 'now' || state === 'open') && number}
    </span>
  );
}

function stateWords(road: RoadAnswer, { step, state, doneOn }: Item): string {
  if (step === 'lessons' && state !== 'done') {
    return road.lessons === 0 ? texts.noneYet : texts.lessonsSoFar({ lessons: road.lessons });
  }
  if (state === 'done') return doneOn === '' ? texts.done : texts.doneOnDoneOn({ doneOn: formatDate(doneOn) });
  if (state === 'lapsed') return texts.noLongerValid;
  if (state === 'locked') return lockedWords(road, step);
  return state === 'now' ? texts.nextStep : texts.toDo;
}

function lockedWords(road: RoadAnswer, step: RoadStepName): string {
  if (step === 'simulator') return texts.openAfter({ lessonsBeforeSimulator, lessons: road.lessons });
  return step === 'licence' ? texts.afterThePracticalTest : texts.afterTheFinalTheoryTest;
}

function Facts({ road: { facts, pdl }, step }: { road: RoadAnswer; step: RoadStepName }) {
  const until = (day: string) => day !== '' && texts.validUntilDay({ day: formatDate(day) });
  const lines: Partial<Record<RoadStepName, Array<string | false>>> = {
    basic_theory: [until(facts.basicTheoryExpiresOn)],
    provisional_licence: [until(pdl.expiresOn), pdl.isSeen && texts.seenByAnInstructor],
    lessons: [facts.lessonsElsewhere > 0 && texts.lessonsElsewhereOfThem({ lessonsElsewhere: facts.lessonsElsewhere })],
    final_theory: [until(facts.finalTheoryExpiresOn)],
    practical_test: [
      facts.testOn !== '' && `${formatDate(facts.testOn)}, ${centreNames[facts.testCentre] ?? facts.testCentre}`,
      facts.testBookedOn !== '' && texts.bookedOnTestBookedOn({ testBookedOn: formatDate(facts.testBookedOn) }),
    ],
  };
  const shown = (lines[step] ?? []).filter((line) => line !== false);
  return shown.length > 0 && <p className="figures mt-1 font-semibold">{shown.join(' · ')}</p>;
}

function Fee({ fee: { cents, nextCents, nextFrom } }: { fee: NonNullable<Item['fee']> }) {
  const amount = formatMoney(cents);
  return (
    <p className="figures mt-1 text-soft">
      {nextCents === null
        ? texts.fee({ amount })
        : texts.feeAndNext({ amount, next: formatMoney(nextCents), nextFrom: formatDate(nextFrom) })}
    </p>
  );
}

const openWords: Partial<Record<RoadStepName, string>> = {
  provisional_licence: texts.enterItsEnd,
  lessons: texts.addLessonsElsewhere,
  practical_test: texts.enterTheTest,
};

function Actions({ road, item: { step, state }, onOpen }: Pick<StepItemProps, 'road' | 'item' | 'onOpen'>) {
  const tell = useTelling();
  const changing = useRoadChange(road);
  const known = stepFields[step].filter(({ name }) => Boolean(road.facts[name]));
  const isKnown = known.length > 0;
  if (state === 'locked' && !isKnown && step !== 'practical_test') return null;
  const { name } = stepWords[step];
  const takeBack = () => {
    const before = Object.fromEntries(stepFields[step].map((field) => [field.name, road.facts[field.name]]));
    const undo = () => tell(changing.mutateAsync(before), { failed: () => texts.thatCouldNotBeSaved });
    tell(changing.mutateAsync(emptied(step)), {
      done: { text: texts.nameTakenBack({ name }), undo },
      failed: () => texts.itCouldNotBeTaken,
    });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={onOpen}>
        <PencilLine size={18} strokeWidth={1.75} aria-hidden />
        <span>
          {isKnown ? texts.change : (openWords[step] ?? texts.markAsDone)}
          <span className="unseen">{name}</span>
        </span>
      </Button>
      {isKnown && (
        <Button variant="quiet" isBusy={changing.isPending} onClick={takeBack}>
          <Undo2 size={18} strokeWidth={1.75} aria-hidden />
          <span>{inline(texts.undoName({ span: (text) => <span className="unseen">{text}</span>, name }))}</span>
        </Button>
      )}
    </div>
  );
}

/** The step's facts as if they had never been said. */
function emptied(step: RoadStepName): Partial<RoadFacts> {
  return Object.fromEntries(stepFields[step].map(({ name, kind }) => [name, kind === 'count' ? 0 : '']));
}
