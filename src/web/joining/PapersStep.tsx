import { type ChangeEvent, useState } from 'react';
import * as texts from '#texts/teaching.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import { Badge } from '../ui/Badge.tsx';
import { TextField } from '../ui/Field.tsx';
import { formatDate } from '../ui/format-time.ts';
import { CoverPaper } from './CoverPaper.tsx';
import type { StepProps } from './OfferSteps.tsx';
import { openPhoto } from './open-photo.ts';
import { PhotoButton } from './PhotoButton.tsx';
import { type PaperKind, paperKinds, paperNames } from './profile-record.ts';
import { StepFrame } from './StepFrame.tsx';
import { reasonsFor } from './steps.ts';
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

/** The papers, one photo each. Each is sent as soon as its photo is ready. */
export function PapersStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const hasLicence = step.isDone(teaching);
  const [isTried, setTried] = useState(false);
  const body = () => {
    setTried(true);
    return hasLicence ? {} : undefined;
  };
  return (
    <StepFrame step={step} teaching={teaching} body={body} saving={saving}>
      <p>{texts.papersLead}</p>
      <ul className="grid gap-4">
        {paperKinds.map((kind) => (
          <PaperItem key={kind} kind={kind} teaching={teaching} />
        ))}
      </ul>
      {isTried && !hasLicence && <p className="font-semibold text-red">{texts.licenceIsNeeded}</p>}
    </StepFrame>
  );
}

function PaperItem({ kind, teaching }: { kind: PaperKind; teaching: Teaching }) {
  const saving = useSaving();
  const sent = teaching.papers.filter((paper) => paper.kind === kind);
  const [last] = sent;
  const name = paperNames[kind] ?? kind;
  const [expiresOn, setExpiresOn] = useState(last?.status === 'pending' ? last.expiresOn : '');
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [mistake, setMistake] = useState<string>();
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
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
    saving.mutate({ collection: 'instructor_documents', body });
  };
  const state = last && states[last.status];
  const isSaid = reasonsFor(teaching, [kind]).length > 0;
  const problem = mistake ?? (saving.isError ? messageFor(saving.error, texts.notSaved) : undefined);
  return (
    <li className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-lg">{name}</h3>
        {state ? <Badge tone={state.tone}>{state.words}</Badge> : <Badge>{texts.notSentYet}</Badge>}
      </div>
      <p className="text-soft">{hints[kind]}</p>
      {last?.reason && !isSaid && <p className="[overflow-wrap:anywhere]">{last.reason}</p>}
      {last && (
        <p className="text-soft text-sm">{texts.photosSent({ count: sent.length, date: formatDate(last.created) })}</p>
      )}
      <TextField
        label={texts.expiresOn}
        type="date"
        isOptional={kind === 'vehicle'}
        value={expiresOn}
        onChange={({ target }) => setExpiresOn(target.value)}
        error={fieldMessageFor(saving.error, 'expiresOn')}
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
