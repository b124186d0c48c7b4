import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type RoadStepName, roadSteps } from '#rules/licence/licence-road.ts';
import * as texts from '#texts/road.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { useLearnerDashboard } from '../../platform/records/use-dashboard.ts';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatDate } from '../../platform/ui/format-time.ts';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { PdlNotice } from './PdlNotice.tsx';
import { RoadLane } from './RoadLane.tsx';
import { testSentence } from './road-words.ts';
import { StepDialog } from './StepDialog.tsx';
import { StepItem } from './StepItem.tsx';

/** Every step on the way to a licence: what is behind one, what comes next, what it costs, and where to enter what only the learner knows. */
export function RoadPage() {
  const { data, isError, refetch } = useLearnerDashboard();
  if (data) return <Loaded road={data.road} />;
  if (isError) {
    return (
      <ErrorState
        title={texts.yourRoadToLicenceCould}
        detail={texts.whatYouEnteredIsKept}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <AfterDelay what={texts.yourRoadToLicence}>
      <Skeleton className="mb-6 h-12 w-full" />
      <Skeleton className="h-96 w-full" />
    </AfterDelay>
  );
}

function Loaded({ road }: { road: RoadAnswer }) {
  const [query, setQuery] = useSearchParams();
  const wanted = roadSteps.find((step) => step === query.get('step'));
  const [step, setStep] = useState<RoadStepName | undefined>(wanted);
  const close = () => {
    setStep(undefined);
    if (wanted) setQuery({}, { replace: true });
  };
  const test = testSentence(road.test);
  return (
    <div className="max-w-[48rem]">
      <p className="figures mb-2 text-body">
        <b className="font-semibold">
          {texts.doneStepsOfCountSteps({ doneSteps: road.doneSteps, count: road.steps.length })}
        </b>
        {test && road.test && (
          <span>
            {' '}
            · {test} <span className="text-soft">({formatDate(road.test.on)})</span>
          </span>
        )}
      </p>
      <RoadLane steps={road.steps} doneSteps={road.doneSteps} />
      <PdlNotice road={road} className="mt-5" />
      <ol className="mt-6">
        {road.steps.map((item, index) => (
          <StepItem key={item.step} road={road} item={item} number={index + 1} onOpen={() => setStep(item.step)} />
        ))}
      </ol>
      {step && <StepDialog key={step} road={road} step={step} onClose={close} />}
    </div>
  );
}
