import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { requestsPath } from '#rules/paths/help-paths.ts';
import * as texts from '#texts/supportDesk.ts';
import { StaffOnly } from '../../platform/desk/StaffOnly.tsx';
import { useChanging, useRecords } from '../../platform/desk/use-records.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextAreaField, TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';

type Answer = { id: string; title: string; text: string };

/** What the support answers often: added, changed and deleted by those who answer. */
export function AnswersPage() {
  return (
    <StaffOnly right="support">
      <Answers />
    </StaffOnly>
  );
}

function Answers() {
  const read = useRecords<Answer>('saved_answers', 'title,id');
  const [open, setOpen] = useState<string>();
  return (
    <div className="grid max-w-[48rem] gap-6">
      <p>
        <Link to={requestsPath}>{texts.toTheRequests}</Link>
      </p>
      <p>{texts.answersAbout}</p>
      {/* Above what is read late, so that nobody's typing is moved. */}
      <section aria-labelledby="new-answer" className="grid gap-3">
        <h2 id="new-answer" className="text-title">
          {texts.newAnswer}
        </h2>
        <Form answer={undefined} onDone={() => {}} />
      </section>
      <WhenRead read={read} what={texts.savedAnswers} notLoaded={texts.answersNotLoaded}>
        {read.data?.length === 0 && <p className="text-soft">{texts.noAnswerYet}</p>}
        <ul className="grid gap-3">
          {(read.data ?? []).map((answer) => (
            <li key={answer.id} className="card grid gap-2 p-4">
              {open === answer.id ? (
                <Form answer={answer} onDone={() => setOpen(undefined)} />
              ) : (
                <>
                  <b className="[overflow-wrap:anywhere]">{answer.title}</b>
                  <p className="whitespace-pre-line [overflow-wrap:anywhere]">{answer.text}</p>
                  <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(answer.id)}>
                    {texts.changeNamed({ title: answer.title })}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      </WhenRead>
    </div>
  );
}

function Form({ answer, onDone }: { answer: Answer | undefined; onDone: () => void }) {
  const tell = useTelling();
  const changing = useChanging('saved_answers');
  const [title, setTitle] = useState(answer?.title ?? '');
  const [text, setText] = useState(answer?.text ?? '');
  const onSuccess = () => {
    if (!answer) {
      setTitle('');
      setText('');
    }
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changing.isPending) return;
    const body = { title: title.trim(), text: text.trim() };
    const change = answer ? { id: answer.id, body } : { body };
    tell(changing.mutateAsync(change, { onSuccess }), { done: texts.answerIsSaved });
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-3">
      <TextField
        label={texts.title}
        maxLength={100}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        error={fieldMessageFor(changing.error, 'title')}
      />
      <TextAreaField
        label={texts.answer}
        rows={4}
        maxLength={4000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={fieldMessageFor(changing.error, 'text')}
      />
      {changing.isError && <Notice kind="failure">{messageFor(changing.error, texts.answerNotSaved)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={changing.isPending}>
          {texts.saveAnswer}
        </Button>
        {answer && (
          <>
            <Button variant="secondary" onClick={onDone}>
              {texts.cancel}
            </Button>
            <Button
              variant="quiet"
              disabled={changing.isPending}
              onClick={() =>
                tell(changing.mutateAsync({ id: answer.id, body: null }, { onSuccess }), {
                  done: texts.answerIsDeleted,
                })
              }
            >
              {texts.deleteAnswer}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}
