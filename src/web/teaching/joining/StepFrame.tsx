import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { teachPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/teaching.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { reasonsFor, type Step, stepAfter, steps } from './steps.ts';
import type { Teaching, useSaving } from './use-teaching.ts';

const here = teachPath;

type StepFrameProps = {
  step: Step;
  teaching: Teaching;
  /** What goes into the profile, or nothing where the step saves by itself or something is wrong (`problem`). */
  body: () => object | undefined;
  saving: ReturnType<typeof useSaving>;
  /** Something of the step is being saved by itself. */
  isBusy?: boolean;
  /** What has forms of its own and saves by itself. */
  outside?: ReactNode;
  children: ReactNode;
};

/** One step: what is asked, what was said of it last time, and one button that saves it and leads on. */
export function StepFrame({ step, teaching, body, saving, isBusy = false, outside, children }: StepFrameProps) {
  const navigate = useNavigate();
  const { profile } = teaching;
  const isJoining = profile.status === 'draft' || profile.status === 'submitted';
  const goOn = () => {
    const next = isJoining ? stepAfter(step) : undefined;
    void navigate(next ? `${here}?step=${next.name}` : here);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || saving.isPending) return;
    const values = body();
    if (!values) return;
    if (Object.keys(values).length === 0) return goOn();
    saving.mutate({ collection: 'instructors', id: profile.id, body: values }, { onSuccess: goOn });
  };
  const reasons = reasonsFor(teaching, step.fields);
  return (
    <div className="grid max-w-[44rem] gap-6 text-body">
      <div>
        {isJoining && (
          <p className="figures text-soft text-note">
            {texts.stepOf({ number: steps.indexOf(step) + 1, count: steps.length })}
          </p>
        )}
        <h2 id="step" tabIndex={-1} className="text-heading">
          {step.title}
        </h2>
      </div>
      {reasons.length > 0 && (
        <Notice kind="attention">
          <b>{texts.whatToPutRight}</b>
          {reasons.map((reason) => (
            <p key={reason} className="[overflow-wrap:anywhere]">
              {reason}
            </p>
          ))}
        </Notice>
      )}
      {outside}
      <form method="post" noValidate onSubmit={submit} aria-labelledby="step" className="grid gap-6">
        {children}
        {saving.isError && <Notice kind="failure">{messageFor(saving.error, texts.notSaved) ?? texts.notSaved}</Notice>}
        <div className="lane-top flex flex-wrap gap-3 pt-5">
          <Button
            type="submit"
            className="min-h-12 grow text-body sm:grow-0"
            isBusy={isBusy || saving.isPending}
            busyText={texts.saving}
          >
            {isJoining ? texts.saveAndGoOn : texts.save}
          </Button>
          <LinkButton to={here} variant="quiet" className="min-h-12 text-body">
            {texts.allSteps}
          </LinkButton>
        </div>
      </form>
    </div>
  );
}
