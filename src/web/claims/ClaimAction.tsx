import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import * as texts from '#texts/claims.ts';
import { currentTime } from '../app/clock.ts';
import { usePolicy } from '../app/use-policy.ts';
import type { ActionLesson, ActionSide } from '../lessons/LessonActions.tsx';
import { messageOf } from '../reviews/message-of.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Radio } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field, TextAreaField } from '../ui/Field.tsx';
import { claimKinds } from './claim-record.ts';
import { useClaiming, useClaims } from './use-claims.ts';

const hourMs = 3_600_000;

/** "Something went wrong with this lesson": the learner's, once it has begun. While a claim is open it leads there. */
export function ClaimAction({ lesson, side }: { lesson: ActionLesson; side: ActionSide }) {
  const [isOpen, setOpen] = useState(false);
  const nowMs = currentTime().getTime();
  const hasBegun = Date.parse(lesson.start.replace(' ', 'T')) <= nowMs;
  if (lesson.status === 'disputed') {
    return <ClaimLink lesson={lesson.id} />;
  }
  const isClaimable =
    isLesson('begun', lesson.status) || isLesson('missed', lesson.status) || lesson.status === 'confirmed';
  if (side !== 'learner' || !hasBegun || !isClaimable) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {texts.somethingWentWrong}
      </Button>
      {isOpen && <ClaimDialog lesson={lesson} onClose={() => setOpen(false)} />}
    </>
  );
}

// A lesson can be disputed for another reason: then there is no claim to see.
function ClaimLink({ lesson }: { lesson: string }) {
  const claim = useClaims().data?.open.find((each) => each.lesson === lesson);
  if (!claim) return null;
  return (
    <LinkButton variant="secondary" to={`/dashboard/claims?claim=${claim.id}`}>
      {texts.seeTheClaim}
    </LinkButton>
  );
}

function ClaimDialog({ lesson, onClose }: { lesson: ActionLesson; onClose: () => void }) {
  const { firstLessonClaimHours, claimHours } = usePolicy();
  const navigate = useNavigate();
  const claiming = useClaiming(lesson.id);
  const [kind, setKind] = useState('quality');
  const [text, setText] = useState('');
  const [evidence, setEvidence] = useState<File[]>([]);
  const [problem, setProblem] = useState<string>();
  const sinceEndMs = currentTime().getTime() - Date.parse(lesson.end.replace(' ', 'T'));
  const kinds = Object.entries(claimKinds).filter(
    ([value]) => value !== 'first_lesson' && (value !== 'quality' || sinceEndMs <= claimHours * hourMs),
  );
  const claim = (body: { kind: string; text: string; wish: string; evidence: File[] }) =>
    claiming.mutate(body, {
      onSuccess: ({ id }) => void navigate(`/dashboard/claims?claim=${id}`),
      onError: (error) => setProblem(messageOf(error, texts.notSent)),
    });
  const send = () => {
    if (text.trim() === '') return setProblem(texts.sayWhatHappened);
    claim({ kind, text: text.trim(), wish: '', evidence });
  };
  const guarantee = (wish: string) => claim({ kind: 'first_lesson', text: '', wish, evidence: [] });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={texts.somethingWentWrong}
      description={texts.moneyWaits}
      actions={
        <Button isBusy={claiming.isPending} onClick={send}>
          {texts.tellUs}
        </Button>
      }
    >
      {sinceEndMs <= firstLessonClaimHours * hourMs && (
        <section className="mb-5 rounded-lg bg-sunken p-4">
          <h3 className="font-semibold">{texts.wasItYourFirstLesson}</h3>
          <p className="mt-1 text-soft text-sm">{texts.guaranteeMeans({ hours: firstLessonClaimHours })}</p>
          <p className="mt-3 flex flex-wrap gap-3">
            <Button variant="secondary" isBusy={claiming.isPending} onClick={() => guarantee('replacement')}>
              {texts.anotherLesson}
            </Button>
            <Button variant="secondary" isBusy={claiming.isPending} onClick={() => guarantee('refund')}>
              {texts.myMoneyBack}
            </Button>
          </p>
        </section>
      )}
      <div className="grid gap-4">
        <fieldset>
          <legend className="font-semibold">{texts.whatIsItAbout}</legend>
          {kinds.map(([value, label]) => (
            <Radio key={value} name="kind" label={label} checked={kind === value} onChange={() => setKind(value)} />
          ))}
        </fieldset>
        <TextAreaField
          label={texts.whatHappened}
          error={problem}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Evidence onChange={setEvidence} />
      </div>
    </Dialog>
  );
}

/** Photos and papers that show what happened. */
export function Evidence({ onChange }: { onChange: (files: File[]) => void }) {
  return (
    <Field label={texts.evidence} hint={texts.evidenceIsPrivate} isOptional>
      {(parts) => (
        <input
          {...parts}
          type="file"
          multiple
          accept="image/jpeg,image/png,image/webp,application/pdf"
          className="field-box py-2"
          onChange={(event) => onChange([...(event.target.files ?? [])])}
        />
      )}
    </Field>
  );
}
