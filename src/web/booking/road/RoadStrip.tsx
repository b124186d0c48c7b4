import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import { roadPath } from '#rules/paths/learner-paths.ts';
import * as texts from '#texts/road.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { formatDay } from '../../platform/ui/format-time.ts';
import { PdlNotice } from './PdlNotice.tsx';
import { RoadLane } from './RoadLane.tsx';
import { stepWords, testSentence } from './road-words.ts';

/** The road to licence in a few lines: how many steps are behind one, what is next, the test and a licence that ends. */
export function RoadStrip({ road }: { road: RoadAnswer }) {
  const next = road.steps.find(({ state }) => state === 'now' || state === 'lapsed');
  const test = testSentence(road.test);
  return (
    <section aria-labelledby="road-heading" className="mb-8">
      <div className="card px-4 pt-3 pb-4 md:px-5">
        <div className="flex flex-wrap items-center justify-between gap-x-5">
          <h2 id="road-heading" className="text-title">
            {texts.roadToLicence}
          </h2>
          <Link to={roadPath} className="inline-flex min-h-11 items-center">
            {texts.seeAllSteps}
          </Link>
        </div>
        <RoadLane steps={road.steps} doneSteps={road.doneSteps} />
        <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <p>
            <span className="figures text-soft">
              {texts.doneStepsOfCountSteps({ doneSteps: road.doneSteps, count: road.steps.length })}
            </span>
            {next && !(test && next.step === 'practical_test') && (
              <>
                <span className="text-soft"> {texts.next} </span>
                <b className="font-semibold">{stepWords[next.step].name}</b>
              </>
            )}
          </p>
          {test && road.test && (
            <p className="figures flex items-center gap-2 font-semibold">
              <CalendarClock size={18} strokeWidth={1.75} aria-hidden />
              <span>
                {test}
                {road.test.days > 1 && (
                  <span className="font-normal text-soft"> · {formatDay(road.test.on, 'UTC')}</span>
                )}
              </span>
            </p>
          )}
        </div>
      </div>
      <PdlNotice road={road} className="mt-3" />
    </section>
  );
}
