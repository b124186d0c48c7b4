import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { teachStepPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/teaching.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { switchView } from '../../platform/session/dashboard-view.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { BookingStep } from './BookingStep.tsx';
import { CarStep } from './CarStep.tsx';
import { HoursStep } from './HoursStep.tsx';
import { AreasStep, ClassesStep, LanguagesStep, type StepProps } from './OfferSteps.tsx';
import { Overview } from './Overview.tsx';
import { PapersStep } from './PapersStep.tsx';
import { PricesStep } from './PricesStep.tsx';
import { type StepName, stepOf } from './steps.ts';
import { useSaving, useTeaching } from './use-teaching.ts';

const pages: Record<StepName, (props: StepProps) => React.ReactNode> = {
  classes: ClassesStep,
  areas: AreasStep,
  languages: LanguagesStep,
  prices: PricesStep,
  car: CarStep,
  papers: PapersStep,
  booking: BookingStep,
  hours: HoursStep,
};

/** Becoming an instructor, one step a screen, each kept on the server; afterwards what was checked and how to change it. `?step=` opens one. */
export function TeachPage() {
  const read = useTeaching();
  const [params] = useSearchParams();
  const step = stepOf(params.get('step'));
  const isChecked = !['draft', 'submitted'].includes(read.data?.profile.status ?? 'draft');
  // What was checked is changed by asking: see the overview.
  const isClosed = isChecked && (step?.name === 'classes' || step?.name === 'car');
  const Page = step && !isClosed ? pages[step.name] : undefined;
  return (
    <WhenRead read={read} what={texts.yourProfile} notLoaded={texts.notLoaded}>
      {read.data === null && <Begin />}
      {read.data &&
        (step && Page ? <Page key={step.name} step={step} teaching={read.data} /> : <Overview teaching={read.data} />)}
    </WhenRead>
  );
}

/** Somebody without a profile yet: what it takes, and the first thing to say. */
function Begin() {
  const user = useSession();
  const navigate = useNavigate();
  const saving = useSaving();
  const { noticeMinutes, gapMinutes, horizonDays } = usePolicy();
  const [name, setName] = useState(user?.name ?? '');
  const [isTried, setTried] = useState(false);
  const begin = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (saving.isPending || name.trim() === '') return;
    const body = { name: name.trim(), minNoticeMinutes: noticeMinutes, gapMinutes, horizonDays };
    const onSuccess = () => {
      switchView('instructor');
      void navigate(teachStepPath('classes'));
    };
    saving.mutate({ collection: 'instructors', body }, { onSuccess });
  };
  const problem = isTried && name.trim() === '' ? texts.writeYourName : fieldMessageFor(saving.error, 'name');
  return (
    <form method="post" noValidate onSubmit={begin} className="grid max-w-[44rem] gap-6 text-body">
      <h2 className="text-heading">{texts.teachOnKerbside}</h2>
      <p>{texts.beginLead}</p>
      <ul className="grid list-disc gap-1.5 pl-6">
        {[texts.haveReadyLicence, texts.haveReadyCar, texts.haveReadyPicture].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        <Link to="/teach" className="inline-flex min-h-12 items-center">
          {texts.whoMayAndWhatItCosts}
        </Link>
      </p>
      <TextField
        label={texts.nameOnYourLicence}
        autoComplete="name"
        maxLength={255}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={problem}
      />
      {saving.isError && !problem && (
        <Notice kind="failure">{messageFor(saving.error, texts.notSaved) ?? texts.notSaved}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="min-h-12 text-body" isBusy={saving.isPending} busyText={texts.saving}>
          {texts.beginYourProfile}
        </Button>
        <LinkButton to={dashboardPath} variant="quiet" className="min-h-12 text-body">
          {texts.notNow}
        </LinkButton>
      </div>
    </form>
  );
}
