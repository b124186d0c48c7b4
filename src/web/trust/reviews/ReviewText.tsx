import { useState } from 'react';
import * as texts from '#texts/reviews.ts';
import { messageOf } from '../../platform/session/message-of.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import { TextAreaField } from '../../platform/ui/Field.tsx';
import { formatDate } from '../../platform/ui/format-time.ts';
import { Rating } from './Rating.tsx';
import { type Review, tagWords } from './review-record.ts';
import { useReplying, useReporting } from './use-reviews.ts';

/** A review with its tags and what was answered. */
export function ReviewText({ review }: { review: Review }) {
  const reply = review.expand?.review_replies_via_review?.[0];
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 text-note">
        <Rating rating={review.rating} />
        <span className="text-soft">
          {review.authorName}, {formatDate(review.publishedAt || review.created)}
        </span>
      </p>
      {review.text && <p className="mt-1 max-w-[65ch] whitespace-pre-line [overflow-wrap:anywhere]">{review.text}</p>}
      {review.tags.length > 0 && <p className="mt-1 text-soft text-note">{tagWords(review.tags).join(' · ')}</p>}
      {reply && (
        <p className="mt-2 max-w-[65ch] border-line border-l-4 pl-3 text-note [overflow-wrap:anywhere]">
          <b>{texts.answer}</b> {reply.text}
        </p>
      )}
      {review.removedAt && <p className="mt-2 font-semibold text-red text-note">{texts.wasRemoved}</p>}
    </div>
  );
}

/** What whoever is reviewed can do with a review: answer it once, and say that it should not stand there. */
export function ReviewDeeds({ review }: { review: Review }) {
  const hasReply = (review.expand?.review_replies_via_review?.length ?? 0) > 0;
  const replying = useReplying(review.id);
  const reporting = useReporting(review.id);
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      {!hasReply && (
        <SayDialog
          open={texts.answerTheReview}
          label={texts.yourAnswer}
          hint={texts.everybodyReadsIt}
          send={texts.sendTheAnswer}
          done={texts.answerSent}
          saying={replying}
        />
      )}
      <SayDialog
        open={texts.reportTheReview}
        label={texts.whyReport}
        hint={texts.whatIsRemoved}
        send={texts.sendTheReport}
        done={texts.reportSent}
        saying={reporting}
      />
    </div>
  );
}

type SayDialogProps = {
  open: string;
  label: string;
  hint: string;
  send: string;
  done: string;
  saying: ReturnType<typeof useReplying>;
};

function SayDialog({ open, label, hint, send, done, saying }: SayDialogProps) {
  const tell = useTelling();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const say = () => {
    if (text.trim() === '') return setProblem(texts.writeSomething);
    const onSuccess = () => setOpen(false);
    const onError = (error: unknown) => setProblem(messageOf(error, texts.notSent));
    tell(saying.mutateAsync(text.trim(), { onSuccess, onError }), { done });
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {open}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={open}
        actions={
          <Button isBusy={saying.isPending} onClick={say}>
            {send}
          </Button>
        }
      >
        <TextAreaField
          label={label}
          hint={hint}
          error={problem}
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Dialog>
    </>
  );
}
