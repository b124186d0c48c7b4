import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { helpPath, requestPath } from '#rules/paths/help-paths.ts';
import * as texts from '#texts/support.ts';
import { newRecordId } from '../../platform/ground/record-id.ts';
import { useLesson } from '../../platform/records/use-lessons.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { TextAreaField, TextField } from '../../platform/ui/Field.tsx';
import { formatLessonTime } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { AnswerPromise } from './SupportBlock.tsx';
import { supportCategories } from './support-record.ts';
import { useAsking } from './use-support.ts';

type Values = { category: string; subject: string; text: string };

const draftKey = 'kerbside_draft_support';

/** Asks the support, about the lesson that the address names where it is one of theirs. What is typed is kept for this tab until it is sent. */
export function AskPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const tell = useTelling();
  const asking = useAsking();
  const named = params.get('lesson') ?? '';
  const { data: lesson, isPending } = useLesson(named);
  const [values, setValues] = useState(() => readDraft(params));
  const [problems, setProblems] = useState<Partial<Values>>({});
  // One id for all tries: pressed twice, or again after a break, it is one request.
  const [id, setId] = useState(() => newRecordId());
  const change = (changed: Partial<Values>) => {
    const next = { ...values, ...changed };
    setValues(next);
    sessionStorage.setItem(draftKey, JSON.stringify(next));
    if (asking.isError) setId(newRecordId());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(values);
    setProblems(found);
    if (Object.keys(found).length > 0 || asking.isPending) return;
    const asked = {
      ...{ id, category: values.category, subject: values.subject.trim(), text: values.text.trim() },
      // One that is still being read goes along: the server knows whether it is theirs.
      ...(named !== '' && (lesson || isPending) ? { lesson: named } : {}),
    };
    tell(asking.mutateAsync(asked), {
      done: () => {
        sessionStorage.removeItem(draftKey);
        return undefined;
      },
      goOn: (request) => navigate(requestPath(request.id), { replace: true }),
    });
  };
  const errorOf = (name: keyof Values) => problems[name] ?? fieldMessageFor(asking.error, name);
  return (
    <form onSubmit={submit} method="post" noValidate className="grid max-w-[40rem] gap-5">
      <div>
        <h2 className="text-heading">{texts.askTheSupport}</h2>
        {/* As high as the promise will be: it comes with the hours. */}
        <p className="mt-1 min-h-12 text-soft sm:min-h-6">
          <AnswerPromise />
        </p>
        {params.has('lesson') && (
          <p className="mt-1 min-h-6">
            {lesson && texts.goesWithLesson({ when: formatLessonTime(lesson.start, lesson.end) })}
          </p>
        )}
      </div>
      <SelectField
        label={texts.whatIsItAbout}
        options={supportCategories}
        value={values.category}
        error={errorOf('category')}
        onChange={(category) => change({ category })}
      />
      <TextField
        label={texts.subject}
        name="subject"
        maxLength={150}
        value={values.subject}
        error={errorOf('subject')}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <TextAreaField
        label={texts.yourQuestion}
        name="text"
        hint={texts.questionHint}
        rows={8}
        maxLength={4000}
        value={values.text}
        error={errorOf('text')}
        onChange={({ target }) => change({ text: target.value })}
      />
      {asking.isError && <Notice kind="failure">{messageFor(asking.error, texts.questionNotSent)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={asking.isPending} busyText={texts.sending}>
          {texts.send}
        </Button>
        <LinkButton variant="secondary" to={helpPath}>
          {texts.backToTheAnswers}
        </LinkButton>
      </div>
    </form>
  );
}

function problemsOf({ category, subject, text }: Values): Partial<Values> {
  return {
    ...(category === '' ? { category: texts.chooseWhatItIsAbout } : {}),
    ...(subject.trim().length < 3 ? { subject: texts.sayInAFewWords } : {}),
    ...(text.trim() === '' ? { text: texts.writeYourQuestion } : {}),
  };
}

function readDraft(params: URLSearchParams): Values {
  const subject = params.get('subject')?.slice(0, 150) ?? '';
  const wanted = params.get('category') ?? '';
  const category = supportCategories.find(({ value }) => value === wanted)?.value ?? '';
  const empty = { category, subject, text: '' };
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return empty;
    const textOf = (name: string) => {
      const value: unknown = Reflect.get(kept, name);
      return typeof value === 'string' ? value : '';
    };
    return { category: category || textOf('category'), subject: subject || textOf('subject'), text: textOf('text') };
  } catch {
    // Not ours, or cut off: begin anew.
    return empty;
  }
}
