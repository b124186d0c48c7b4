import { type ChangeEvent, useState } from 'react';
import * as texts from '#texts/teaching.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { type PaperKind, paperKinds, paperNames } from '../../platform/records/profile-record.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { formatDate, localDateOf } from '../../platform/ui/format-time.ts';
import { CoverPaper } from './CoverPaper.tsx';
import { MissingPapers } from './MissingPapers.tsx';
import type { StepProps } from './OfferSteps.tsx';
import { openPhoto } from './open-photo.ts';
import { PhotoButton } from './PhotoButton.tsx';
import { StepFrame } from './StepFrame.tsx';
import { hasPaper, reasonsFor } from './steps.ts';
import { type Teaching, useSaving } from './use-teaching.ts';

const hints: Record<PaperKind, string> = {
  licence: texts.licenceHint,
  vehicle: texts.vehicleHint,
  insurance: texts.insuranceHint,
  medical: texts.medicalHint,
};
const states: Record<string, { words: string; tone: 'amber' | 'green' | 'red' }> = {
  pending: { words: texts.paperPending, tone: 'amber' },
  accepted: { words: texts.paperAccepted, tone: 'green' },
  refused: { words: texts.paperRefused, tone: 'red' },
};

/** What is wrong with the last day of a paper; the registration of a car may have none. */
function problemOf(kind: PaperKind, day: string): string | undefined {
  if (day === '') return kind === 'vehicle' ? undefined : texts.enterTheLastDay;
  return day < localDateOf(currentTime()) ? texts.paperHasEnded : undefined;
}

/** The papers, one photo each. Each is sent as soon as its photo is ready. */
export function PapersStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const hasLicence = hasPaper(teaching, 'licence');
  const [isTried, setTried] = useState(false);
  // Days that were entered and not sent: they go along with a photo only.
  const [unsent, setUnsent] = useState<readonly PaperKind[]>([]);
  const body = () => {
    setTried(true);
    return hasLicence && unsent.length === 0 ? {} : undefined;
  };
  const noteDay = (kind: PaperKind, isUnsent: boolean) =>
    setUnsent((before) => [...before.filter((each) => each !== kind), ...(isUnsent ? [kind] : [])]);
  return (
    <StepFrame step={step} teaching={teaching} body={body} saving={saving}>
      <p>{texts.papersLead}</p>
      <ul className="grid gap-4">
        {paperKinds.map((kind) => (
          <PaperItem
            key={kind}
            kind={kind}
            teaching={teaching}
            isLeft={isTried && unsent.includes(kind)}
            onDay={(isUnsent) => noteDay(kind, isUnsent)}
          />
        ))}
      </ul>
      {isTried && !hasLicence && <p className="font-semibold text-red">{texts.licenceIsNeeded}</p>}
      <MissingPapers teaching={teaching} />
    </StepFrame>
  );
}

type PaperItemProps = {
  kind: PaperKind;
  teaching: Teaching;
  /** Whether somebody wanted to go on with a day that was not sent. */
  isLeft: boolean;
  onDay: (isUnsent: boolean) => void;
};

function PaperItem({ kind, teaching, isLeft, onDay }: PaperItemProps) {
  const saving = useSaving();
  const sent = teaching.papers.filter((paper) => paper.kind === kind);
  const [last] = sent;
  const name = paperNames[kind] ?? kind;
  const sentDay = last?.status === 'pending' ? last.expiresOn : '';
  const [expiresOn, setExpiresOn] = useState(sentDay);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [mistake, setMistake] = useState<string>();
  const [dayProblem, setDayProblem] = useState<string>();
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    // A paper that has ended lists nobody, nor does one of which nobody knows; it is said before the photo is cut and covered.
    const wrongDay = problemOf(kind, expiresOn);
    setDayProblem(wrongDay);
    if (wrongDay) return;
    const result = await openPhoto(file);
    setMistake('error' in result ? result.error : undefined);
    if ('picture' in result) setPicture(result.picture);
  };
  const send = (blob: Blob) => {
    setPicture(null);
    const body = new FormData();
    body.set('instructor', teaching.profile.id);
    body.set('kind', kind);
    body.set('expiresOn', expiresOn);
    body.set('file', blob, `${kind}.jpg`);
    saving.mutate({ collection: 'instructor_documents', body }, { onSuccess: () => onDay(false) });
  };
  const state = last && states[last.status];
  const isSaid = reasonsFor(teaching, [kind]).length > 0;
  const problem = mistake ?? (saving.isError ? messageFor(saving.error, texts.notSaved) : undefined);
  return (
    <li className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-title">{name}</h3>
        {state ? <Badge tone={state.tone}>{state.words}</Badge> : <Badge>{texts.notSentYet}</Badge>}
      </div>
      <p className="text-soft">{hints[kind]}</p>
      {last?.reason && !isSaid && <p className="[overflow-wrap:anywhere]">{last.reason}</p>}
      {last && (
        <p className="text-soft text-note">
          {texts.photosSent({ count: sent.length, date: formatDate(last.created) })}
        </p>
      )}
      <TextField
        label={texts.expiresOn}
        type="date"
        isOptional={kind === 'vehicle'}
        value={expiresOn}
        onChange={({ target }) => {
          setExpiresOn(target.value);
          setDayProblem(undefined);
          onDay(target.value !== '' && target.value !== sentDay);
        }}
        error={dayProblem ?? (isLeft ? texts.dayGoesWithPhoto : fieldMessageFor(saving.error, 'expiresOn'))}
      />
      <PhotoButton
        label={last ? texts.sendAnotherPhoto({ paper: name }) : texts.photographPaper({ paper: name })}
        isBusy={saving.isPending}
        onChange={(event) => void read(event)}
      />
      {problem && <p className="font-semibold text-red">{fieldMessageFor(saving.error, 'file') ?? problem}</p>}
      {picture && <CoverPaper picture={picture} title={name} onDone={send} onCancel={() => setPicture(null)} />}
    </li>
  );
}
