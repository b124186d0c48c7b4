import { Minus, Plus } from 'lucide-react';
import {
  immediateFailures,
  type MockFault,
  mockFaults,
  mockTestFailsAt,
  mockTestStep,
  scoreMockTest,
} from '#rules/lessons/mock-test.ts';
import * as texts from '#texts/mockTest.ts';
import { Button, IconButton } from '../../platform/ui/Button.tsx';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { faultName } from './mock-test-words.ts';
import { skillGroupName } from './skill-words.ts';

type MockTestScorerProps = { faults: readonly MockFault[]; onChange: (faults: MockFault[]) => void };

/** A mock test by taps: two points for each, one tick for what ends it at once, and the sum that grows beside it. */
export function MockTestScorer({ faults, onChange }: MockTestScorerProps) {
  const pointsOf = (fault: string) => faults.find((one) => one.fault === fault)?.points ?? 0;
  const set = (fault: MockFault, isThere: boolean) => {
    const others = faults.filter((one) => one.fault !== fault.fault);
    onChange(isThere ? [...others, fault] : others);
  };
  return (
    <details className="rounded border border-line">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 px-4 font-semibold">
        {texts.scoreAMockTest}
        {faults.length > 0 && <Sum faults={faults} />}
      </summary>
      <div className="grid gap-5 px-4 pb-4">
        <p className="text-soft">{texts.eachTap({ step: mockTestStep, fails: mockTestFailsAt })}</p>
        {Object.entries(mockFaults).map(([group, members]) => (
          <fieldset key={group}>
            <legend className="font-semibold">{skillGroupName(group)}</legend>
            <ul>
              {members.map((fault) => (
                <FaultLine
                  key={fault}
                  fault={fault}
                  points={pointsOf(fault)}
                  onChange={(points) => set({ fault, points }, points > 0)}
                />
              ))}
            </ul>
          </fieldset>
        ))}
        <fieldset>
          <legend className="font-semibold">{texts.immediateFailures}</legend>
          {immediateFailures.map((fault) => (
            <Checkbox
              key={fault}
              className="min-h-12"
              label={faultName(fault)}
              checked={faults.some((one) => one.fault === fault)}
              onChange={({ target }) => set({ fault, points: 0, isImmediate: true }, target.checked)}
            />
          ))}
        </fieldset>
        <div className="sticky bottom-[var(--tab-bar,0px)] flex flex-wrap items-center justify-between gap-3 border-line border-t bg-surface py-2">
          <p role="status" className="text-body">
            <Sum faults={faults} />
          </p>
          {faults.length > 0 && (
            <Button variant="quiet" className="min-h-12" onClick={() => onChange([])}>
              {texts.startOver}
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}

function Sum({ faults }: Pick<MockTestScorerProps, 'faults'>) {
  const { points, failed } = scoreMockTest(faults);
  return (
    <span className={failed ? 'figures font-semibold text-red' : 'figures font-semibold text-green'}>
      {texts.sum({ points, isFailed: String(failed) })}
    </span>
  );
}

type FaultLineProps = { fault: string; points: number; onChange: (points: number) => void };

function FaultLine({ fault, points, onChange }: FaultLineProps) {
  const name = faultName(fault);
  return (
    <li className="flex items-center gap-2 border-line border-b py-1">
      <span className="min-w-0 grow">{name}</span>
      {points > 0 && (
        <IconButton
          label={texts.takeOff({ step: mockTestStep, fault: name })}
          onClick={() => onChange(points - mockTestStep)}
        >
          <Minus size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      <span className="figures w-8 text-center font-semibold">{points > 0 && points}</span>
      <IconButton
        label={texts.addTo({ step: mockTestStep, fault: name })}
        onClick={() => onChange(points + mockTestStep)}
      >
        <Plus size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </li>
  );
}
