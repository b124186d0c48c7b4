import { useState } from 'react';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import * as texts from '#texts/adminRules.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { useChanging, useRecords } from '../../../platform/desk/use-records.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import { messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { figureLabels } from './figure-labels.ts';
import { NewPolicy } from './NewPolicy.tsx';
import { differences, type FigureName, figureText } from './policy-figures.ts';

type Policy = { id: string; version: number; effectiveFrom: string; values: PolicyValues };

/** The versions of the rules: which is in force, what each changed, and a new one from a day ahead. */
export function PoliciesPage() {
  return (
    <StaffOnly right="rules">
      <Policies />
    </StaffOnly>
  );
}

function Policies() {
  const read = useRecords<Policy>('policies', 'version');
  const [isWriting, setWriting] = useState(false);
  const versions = read.data ?? [];
  const now = currentTime().getTime();
  const begun = versions.filter(({ effectiveFrom }) => msOf(effectiveFrom) <= now);
  const current = begun.at(-1);
  return (
    <WhenRead read={read} what={texts.policies} notLoaded={texts.notLoaded}>
      <div className="grid max-w-[60rem] gap-8">
        <p>{texts.policiesAbout}</p>
        <ul className="grid gap-4">
          {versions.toReversed().map((policy) => (
            <Version
              key={policy.id}
              policy={policy}
              before={versions[versions.indexOf(policy) - 1]}
              state={policy === current ? 'now' : begun.includes(policy) ? 'past' : 'ahead'}
            />
          ))}
        </ul>
        {current && !isWriting && (
          <Button className="justify-self-start" onClick={() => setWriting(true)}>
            {texts.writeANewVersion}
          </Button>
        )}
        {current && isWriting && <NewPolicy current={current.values} onDone={() => setWriting(false)} />}
      </div>
    </WhenRead>
  );
}

type VersionProps = { policy: Policy; before: Policy | undefined; state: 'now' | 'past' | 'ahead' };

function Version({ policy, before, state }: VersionProps) {
  const tell = useTelling();
  const changing = useChanging('policies');
  const changed = before ? differences(before.values, policy.values) : [];
  const drop = () =>
    tell(changing.mutateAsync({ id: policy.id, body: null }), {
      done: texts.versionDropped,
      failed: (error) => messageFor(error, texts.notSaved) ?? texts.notSaved,
    });
  const words = { now: texts.inForce, past: texts.wasInForce, ahead: texts.comesIntoForce }[state];
  return (
    <li className="card grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-title">{texts.versionNumber({ number: policy.version })}</h2>
        <Badge tone={state === 'now' ? 'green' : state === 'ahead' ? 'amber' : 'grey'}>{words}</Badge>
        <span className="figures text-soft">{texts.fromTime({ time: formatDate(policy.effectiveFrom) })}</span>
      </div>
      {before && changed.length > 0 && (
        <ul className="figures grid gap-1">
          {changed.map((name) => (
            <li key={name}>
              {texts.figureBecomes({
                figure: figureLabels[name],
                from: figureText(before.values[name]),
                to: figureText(policy.values[name]),
              })}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="min-h-11 content-center font-semibold text-green">{texts.showAllFigures}</summary>
        <dl className="figures grid gap-x-6 gap-y-1 sm:grid-cols-[1fr_auto]">
          {(Object.keys(figureLabels) as FigureName[]).map((name) => (
            <div key={name} className="contents">
              <dt className="text-soft">{figureLabels[name]}</dt>
              <dd className="max-sm:mb-2">{figureText(policy.values[name])}</dd>
            </div>
          ))}
        </dl>
      </details>
      {state === 'ahead' && (
        <Button variant="secondary" className="justify-self-start" isBusy={changing.isPending} onClick={drop}>
          {texts.dropThisVersion}
        </Button>
      )}
    </li>
  );
}

function msOf(instant: string): number {
  return Date.parse(instant.replace(' ', 'T'));
}
