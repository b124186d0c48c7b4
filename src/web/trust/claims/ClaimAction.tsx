import { useState } from 'react';
import { useNavigate } from 'react-router';
import { monthsOfOneWord } from '#rules/claims/unheeded-word.ts';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import { claimPath } from '#rules/paths/lesson-paths.ts';
import { hourMs } from '#rules/time/durations.ts';
import * as texts from '#texts/claims.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { ActionLesson, ActionSide } from '../../platform/records/action-lesson.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { messageOf } from '../../platform/session/message-of.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { Radio } from '../../platform/ui/Checkbox.tsx';
import { ConfirmDialog, Dialog } from '../../platform/ui/Dialog.tsx';
import { Field, TextAreaField } from '../../platform/ui/Field.tsx';
import { claimKinds } from './claim-record.ts';
import { useClaiming, useClaims } from './use-claims.ts';

type ClaimActionProps = { lesson: ActionLesson; side: ActionSide; isSafetyOnly: boolean };

/** "Something went wrong with this lesson": the learner's, once it has begun. While a claim is open it leads there. */
export function ClaimAction({ lesson, side, isSafetyOnly }: ClaimActionProps) {
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
      {isOpen && <ClaimDialog lesson={lesson} isSafetyOnly={isSafetyOnly} onClose={() => setOpen(false)} />}
    </>
  );
}

// A lesson can be disputed for another reason: then there is no claim to see.
function ClaimLink({ lesson }: { lesson: string }) {
  const claim = useClaims().data?.open.find((each) => each.lesson === lesson);
  if (!claim) return null;
  return (
    <LinkButton variant="secondary" to={claimPath(claim.id)}>
      {texts.seeTheClaim}
    </LinkButton>
  );
}

/** What is wrong, and where it is said. */
type Problem = { at: 'guarantee' | 'kind' | 'text' | 'evidence'; text: string };

function Said({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="font-semibold text-red text-note">
      {text}
    </p>
  );
}

type ClaimBody = { kind: string; text: string; wish: string; evidence: File[] };

/** A claim that is about to be sent, and where its refusal is said. */
type Wanted = { at: Problem['at']; body: ClaimBody };

type ClaimDialogProps = Omit<ClaimActionProps, 'side'> & { onClose: () => void };

function ClaimDialog({ lesson, isSafetyOnly, onClose }: ClaimDialogProps) {
  const { firstLessonClaimHours, claimHours } = usePolicy();
  const navigate = useNavigate();
  const claiming = useClaiming(lesson.id);
  const tell = useTelling();
  const [kind, setKind] = useState('quality');
  const [text, setText] = useState('');
  const [evidence, setEvidence] = useState<File[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const [wanted, setWanted] = useState<Wanted>();
  const sinceEndMs = currentTime().getTime() - Date.parse(lesson.end.replace(' ', 'T'));
  const takesQuality = !isSafetyOnly && sinceEndMs <= claimHours * hourMs;
  const takesGuarantee = !isSafetyOnly && sinceEndMs <= firstLessonClaimHours * hourMs;
  const kinds = Object.entries(claimKinds).filter(
    ([value]) => value !== 'first_lesson' && (value !== 'quality' || takesQuality),
  );
  const claim = ({ at, body }: Wanted) => {
    const onError = (error: unknown) => {
      setWanted(undefined);
      const ofFiles = fieldMessageFor(error, 'evidence');
      setProblem(ofFiles ? { at: 'evidence', text: ofFiles } : { at, text: messageOf(error, texts.notSent) });
    };
    // The dialog goes as soon as its lesson is in dispute.
    tell(claiming.mutateAsync(body, { onError }), { goOn: ({ id }) => navigate(claimPath(id)) });
  };
  const send = () => {
    if (!kinds.some(([value]) => value === kind)) return setProblem({ at: 'kind', text: texts.chooseWhatItIsAbout });
    if (text.trim() === '') return setProblem({ at: 'text', text: texts.sayWhatHappened });
    setWanted({ at: 'text', body: { kind, text: text.trim(), wish: '', evidence } });
  };
  const guarantee = (wish: string) =>
    setWanted({ at: 'guarantee', body: { kind: 'first_lesson', text: '', wish, evidence: [] } });
  const said = (at: Problem['at']) => (problem?.at === at ? problem.text : undefined);
  if (wanted) {
    return (
      <ConfirmDialog
        isOpen
        onOpenChange={() => setWanted(undefined)}
        title={texts.sendThisClaim}
        description={meaningOf(wanted.body.kind, isSafetyOnly)}
        cancelLabel={texts.goBack}
        confirmLabel={texts.sendClaim}
        isBusy={claiming.isPending}
        onConfirm={() => claim(wanted)}
      />
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={texts.somethingWentWrong}
      description={isSafetyOnly ? texts.moneyComesBackAnyway : texts.moneyWaits}
      actions={
        <Button isBusy={claiming.isPending} onClick={send}>
          {texts.tellUs}
        </Button>
      }
    >
      {takesGuarantee && <Guarantee isBusy={claiming.isPending} problem={said('guarantee')} onWish={guarantee} />}
      <div className="grid gap-4">
        <fieldset>
          <legend className="font-semibold">{texts.whatIsItAbout}</legend>
          {kinds.map(([value, label]) => (
            <Radio key={value} name="kind" label={label} checked={kind === value} onChange={() => setKind(value)} />
          ))}
          {(kind === 'safety' || kind === 'identity') && (
            <p className="mt-1 text-soft text-note">{texts.safetyActsAtOnce({ months: monthsOfOneWord })}</p>
          )}
          <Said text={said('kind')} />
        </fieldset>
        <TextAreaField
          label={texts.whatHappened}
          error={said('text')}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Evidence error={said('evidence')} onChange={setEvidence} />
      </div>
    </Dialog>
  );
}

/** What sending it comes to, for whoever is about to. */
function meaningOf(kind: string, isSafetyOnly: boolean): string {
  if (isSafetyOnly) return texts.sendingMeansSafety;
  return kind === 'safety' || kind === 'identity' ? texts.sendingMeansLooking : texts.sendingMeans;
}

type GuaranteeProps = { isBusy: boolean; problem: string | undefined; onWish: (wish: string) => void };

/** Of a first lesson two taps are enough: no reason is asked for. */
function Guarantee({ isBusy, problem, onWish }: GuaranteeProps) {
  const { firstLessonClaimHours } = usePolicy();
  return (
    <section className="mb-5 rounded-lg bg-sunken p-4">
      <h3 className="font-semibold">{texts.wasItYourFirstLesson}</h3>
      <p className="mt-1 text-soft text-note">{texts.guaranteeMeans({ hours: firstLessonClaimHours })}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" isBusy={isBusy} onClick={() => onWish('replacement')}>
          {texts.anotherLesson}
        </Button>
        <Button variant="secondary" isBusy={isBusy} onClick={() => onWish('refund')}>
          {texts.myMoneyBack}
        </Button>
      </p>
      <Said text={problem} />
    </section>
  );
}

type EvidenceProps = { error: string | undefined; onChange: (files: File[]) => void };

/** Photos and papers that show what happened. */
export function Evidence({ error, onChange }: EvidenceProps) {
  return (
    <Field label={texts.evidence} hint={texts.evidenceIsPrivate} error={error} isOptional>
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
