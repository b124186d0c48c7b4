import * as texts from '#texts/road.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { stepWords } from './road-words.ts';

const dash = 'bg-[repeating-linear-gradient(90deg,currentColor_0_10px,transparent_10px_18px)]';

/** The steps as pieces of one road: green behind one, asphalt ahead, an L-plate where one stands. The words beside it say the same. */
export function RoadLane({ steps, doneSteps }: Pick<RoadAnswer, 'steps' | 'doneSteps'>) {
  const now = steps.find(({ state }) => state === 'now' || state === 'lapsed');
  const done = { doneSteps, count: steps.length };
  const text = now
    ? texts.stepsDoneAndNext({ ...done, next: stepWords[now.step].name })
    : texts.doneStepsOfCountStepsDone(done);
  return (
    <div
      role="progressbar"
      aria-label={texts.roadToLicence}
      aria-valuenow={doneSteps}
      aria-valuemin={0}
      aria-valuemax={steps.length}
      aria-valuetext={text}
      className="mt-1 flex gap-1"
    >
      {steps.map(({ step, state }, index) => (
        <div
          key={step}
          className={`relative h-4 grow ${index === 0 ? 'rounded-l-full' : ''} ${index === steps.length - 1 ? 'rounded-r-full' : ''} ${state === 'done' ? 'bg-green text-on-green' : 'bg-asphalt text-[#ffffff66]'}`}
        >
          <div className={`absolute inset-x-1.5 top-[7px] h-0.5 ${dash}`} />
          {step === now?.step && (
            <span className="absolute -top-1 left-1/2 grid size-6 -translate-x-1/2 place-items-center rounded-[3px] border-2 border-line-strong bg-[#fff] font-bold text-[#b3261e] text-note leading-none">
              L
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
