import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { newRecordId } from '../booking/record-id.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { TextAreaField, TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SelectField } from '../ui/Select.tsx';
import { AnswerPromise } from './SupportBlock.tsx';
import { supportCategories } from './support-record.ts';
import { useAsking } from './use-support.ts';

type Values = { category: string; subject: string; text: string };

const draftKey = 'kerbside_draft_support';

/** Asks the support. What is typed is kept for this tab until it is sent. */
export function AskPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asking = useAsking();
  const [values, setValues] = useState(() => readDraft(params.get('subject')?.slice(0, 150) ?? ''));
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
    asking.mutate(
      { id, category: values.category, subject: values.subject.trim(), text: values.text.trim() },
      {
        onSuccess: (request) => {
          sessionStorage.removeItem(draftKey);
          void navigate(`/dashboard/help/requests/${request.id}`, { replace: true });
        },
      },
    );
  };
  const errorOf = (name: keyof Values) => problems[name] ?? fieldMessageFor(asking.error, name);
  return (
    <form onSubmit={submit} method="post" noValidate className="grid max-w-[40rem] gap-5">
      <div>
        <h2 className="text-2xl">Ask the support</h2>
        <p className="mt-1 text-soft">
          <AnswerPromise />
        </p>
      </div>
      <SelectField
        label="What is it about?"
        options={supportCategories}
        value={values.category}
        error={errorOf('category')}
        onChange={(category) => change({ category })}
      />
      <TextField
        label="Subject"
        name="subject"
        maxLength={150}
        value={values.subject}
        error={errorOf('subject')}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <TextAreaField
        label="Your question"
        name="text"
        hint="Say which lesson it is about, and when. Never send passwords, start codes or card numbers."
        rows={8}
        maxLength={4000}
        value={values.text}
        error={errorOf('text')}
        onChange={({ target }) => change({ text: target.value })}
      />
      {asking.isError && (
        <Notice kind="failure">
          {messageFor(asking.error, 'Your question could not be sent. What you typed is kept: try again.')}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={asking.isPending} busyText="Sending…">
          Send
        </Button>
        <LinkButton variant="secondary" to="/dashboard/help">
          Back to the answers
        </LinkButton>
      </div>
    </form>
  );
}

function problemsOf({ category, subject, text }: Values): Partial<Values> {
  return {
    ...(category === '' ? { category: 'Choose what it is about.' } : {}),
    ...(subject.trim().length < 3 ? { subject: 'Say in a few words what it is about.' } : {}),
    ...(text.trim() === '' ? { text: 'Write your question.' } : {}),
  };
}

function readDraft(subject: string): Values {
  const empty = { category: '', subject, text: '' };
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return empty;
    const textOf = (name: string) => {
      const value: unknown = Reflect.get(kept, name);
      return typeof value === 'string' ? value : '';
    };
    return { category: textOf('category'), subject: subject || textOf('subject'), text: textOf('text') };
  } catch {
    // Not ours, or cut off: begin anew.
    return empty;
  }
}
