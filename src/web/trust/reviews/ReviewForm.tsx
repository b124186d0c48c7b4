import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import * as texts from '#texts/reviews.ts';
import { messageOf } from '../../platform/session/message-of.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { TextAreaField } from '../../platform/ui/Field.tsx';
import { type Review, reviewTags } from './review-record.ts';
import { useWriting } from './use-reviews.ts';

const ratings = [
  { value: 1, label: texts.bad },
  { value: 2, label: texts.poor },
  { value: 3, label: texts.fair },
  { value: 4, label: texts.good },
  { value: 5, label: texts.veryGood },
];

type ReviewFormProps = {
  lesson: string;
  /** What can be praised is said of teaching. */
  isOfTeaching: boolean;
  review?: Review;
  onDone?: () => void;
};

/** One to five, what was good, and words: written about a lesson, or changed while nobody has read it. */
export function ReviewForm({ lesson, isOfTeaching, review, onDone }: ReviewFormProps) {
  const tell = useTelling();
  const [rating, setRating] = useState(review?.rating ?? 0);
  const [tags, setTags] = useState<string[]>(review?.tags ?? []);
  const [text, setText] = useState(review?.text ?? '');
  const [problem, setProblem] = useState<string>();
  const writing = useWriting(lesson, review?.id);
  const toggle = (tag: string) => setTags(tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag]);
  const send = () => {
    if (rating === 0) return setProblem(texts.chooseARating);
    const onSuccess = () => onDone?.();
    const onError = (error: unknown) => setProblem(messageOf(error, texts.reviewNotSaved));
    const written = { rating, tags, text: text.trim() };
    tell(writing.mutateAsync(written, { onSuccess, onError }), { done: texts.reviewSaved });
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stars rating={rating} onChange={setRating} />
      {isOfTeaching && (
        <fieldset>
          <legend className="font-semibold">{texts.whatWasGood}</legend>
          <div className="mt-1 flex flex-wrap gap-x-6">
            {reviewTags.map(({ value, label }) => (
              <Checkbox key={value} label={label} checked={tags.includes(value)} onChange={() => toggle(value)} />
            ))}
          </div>
        </fieldset>
      )}
      <TextAreaField
        label={texts.inYourWords}
        isOptional
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problem && (
        <p role="alert" className="font-semibold text-red text-note">
          {problem}
        </p>
      )}
      <div>
        <Button type="submit" isBusy={writing.isPending} busyText={texts.saving}>
          {review ? texts.saveTheReview : texts.sendTheReview}
        </Button>
      </div>
    </form>
  );
}

/** Five large stars in one row; the word of the chosen one stands below. */
function Stars({ rating, onChange }: { rating: number; onChange: (rating: number) => void }) {
  const name = useId();
  const chosen = ratings.find(({ value }) => value === rating);
  return (
    <fieldset>
      <legend className="font-semibold">{texts.rating}</legend>
      <div className="mt-1 grid max-w-80 grid-cols-5">
        {ratings.map(({ value, label }) => (
          <label
            key={value}
            className="relative grid min-h-14 place-items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-green"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={rating === value}
              onChange={() => onChange(value)}
              aria-label={texts.ratingAndWord({ rating: value, word: label })}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <Star
              aria-hidden
              size={36}
              strokeWidth={1.5}
              className={value <= rating ? 'fill-current text-ink' : 'text-soft'}
            />
          </label>
        ))}
      </div>
      <p aria-hidden className="min-h-6 text-soft">
        {chosen && texts.ratingAndWord({ rating: chosen.value, word: chosen.label })}
      </p>
    </fieldset>
  );
}
