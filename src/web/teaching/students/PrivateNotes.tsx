import { type FormEvent, useState } from 'react';
import * as texts from '#texts/students.ts';
import type { StudentAnswer } from '#wire/students.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextAreaField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useStudentChanges } from './use-student.ts';

/** What an instructor notes about a student for themselves. */
export function PrivateNotes({ student, instructor }: { student: StudentAnswer; instructor: string }) {
  const tell = useTelling();
  const { hasAccount, ownLearner } = student;
  const saved = (hasAccount ? student.note?.text : ownLearner?.note) ?? '';
  const [text, setText] = useState(saved);
  const { note } = useStudentChanges();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (note.isPending) return;
    tell(note.mutateAsync({ student, instructor, text }), { done: texts.notesSaved });
  };
  return (
    <form method="post" onSubmit={save} className="grid justify-items-start gap-3">
      <TextAreaField
        label={texts.privateNotes}
        hint={texts.onlyYouSeeNotes}
        fieldClassName="w-full"
        maxLength={hasAccount ? 4000 : 1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {note.error && <Notice kind="failure">{messageFor(note.error, texts.notSaved)}</Notice>}
      <Button
        type="submit"
        variant="secondary"
        className="min-h-12 text-body print:hidden"
        isBusy={note.isPending}
        busyText={texts.saving}
      >
        {texts.saveNotes}
      </Button>
    </form>
  );
}
