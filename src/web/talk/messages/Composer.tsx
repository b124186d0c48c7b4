import { Paperclip, SendHorizontal, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import * as texts from '#texts/messages.ts';
import { IconButton } from '../../platform/ui/Button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { acceptedTypes, checkFiles } from './check-files.ts';

type ComposerProps = {
  /** What the draft is kept under. */
  draft: string;
  /** The name of the field, such as `Message to Ravi`. */
  label: string;
  /** Whether files may be sent. */
  canAttach: boolean;
  onSend: (text: string, files: readonly File[]) => void;
  /** What stands above the field and may put a text into it. */
  above?: (put: (text: string) => void) => ReactNode;
};

const longest = 4000;

/** Where one writes: Enter sends, Shift and Enter begins a new line. What is typed is kept for this tab until it is sent. */
export function Composer({ draft, label, canAttach, onSend, above }: ComposerProps) {
  const [text, setText] = useDraft(draft);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === '' && files.length === 0;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isEmpty) return;
    onSend(text.trim(), files);
    setText('');
    setFiles([]);
    setProblem(undefined);
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While characters are being composed, as in Chinese, Enter chooses one.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const add = (more: readonly File[]) => {
    const all = [...files, ...more];
    const found = checkFiles(all);
    setProblem(found);
    if (!found) setFiles(all);
  };
  return (
    <form onSubmit={submit} method="post" className="grid gap-2">
      {above?.((more) => {
        setText(text.trim() === '' ? more : `${text.trimEnd()}\n\n${more}`);
        area.current?.focus();
      })}
      <ChosenFiles files={files} onDrop={(gone) => setFiles(files.filter((file) => file !== gone))} />
      {problem && (
        <p id={problemId} role="alert" className="font-semibold text-red text-note">
          {problem}
        </p>
      )}
      <div className="flex items-end gap-2">
        {canAttach && <AttachButton onChoose={add} />}
        <textarea
          ref={area}
          aria-label={label}
          aria-describedby={problem ? problemId : undefined}
          placeholder={texts.writeAMessage}
          rows={1}
          maxLength={longest}
          enterKeyHint="send"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-box max-h-40 min-w-0 grow resize-none [field-sizing:content]"
        />
        <IconButton
          label={texts.sendMessage}
          type="submit"
          aria-disabled={isEmpty}
          className={classNames('btn-primary text-on-green', isEmpty && 'opacity-60')}
        >
          <SendHorizontal size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <p className="text-soft text-note max-sm:hidden">{texts.enterSendsShiftEnterBegins}</p>
    </form>
  );
}

function AttachButton({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedTypes.join(',')}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // So that the same file can be chosen again after it was taken out.
          target.value = '';
        }}
      />
      <IconButton label={texts.attachPicturesOrPdfFiles} onClick={() => input.current?.click()}>
        <Paperclip size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  );
}

function ChosenFiles({ files, onDrop }: { files: readonly File[]; onDrop: (file: File) => void }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={texts.filesToSend} className="flex flex-wrap gap-2">
      {files.map((file) => (
        <li
          key={`${file.name} ${file.size} ${file.lastModified}`}
          className="flex max-w-full items-center rounded border border-line bg-surface pl-3 text-note"
        >
          <span title={file.name} className="min-w-0 truncate">
            {file.name}
          </span>
          <button
            type="button"
            aria-label={texts.takeOutFileName({ fileName: file.name })}
            className="flex size-11 shrink-0 items-center justify-center"
            onClick={() => onDrop(file)}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What is being typed, kept in this tab when one leaves the page. */
function useDraft(name: string): [string, (text: string) => void] {
  const key = `kerbside_draft_${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
    },
  ];
}
