import { useEffect, useId, useRef } from 'react';
import * as texts from '#texts/questions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { useFocusReturn } from '../../../platform/ui/use-focus-return.ts';
import { CountedRows, type RowsProps } from './QuestionRows.tsx';

/** What one field of a table was counted from, below it. The focus goes to its title, and back to the field when it is closed. */
export function OpenedPart({ caption, onClose, ...rows }: RowsProps & { onClose: () => void }) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { remember, giveBack } = useFocusReturn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(() => {
    remember();
    title.current?.focus();
  }, []);
  const close = () => {
    onClose();
    giveBack();
  };
  return (
    <section aria-labelledby={id} className="grid gap-3 border-line border-t pt-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={id} ref={title} tabIndex={-1} className="text-body outline-none">
          {caption}
        </h3>
        <Button variant="quiet" onClick={close}>
          {texts.close}
        </Button>
      </div>
      <CountedRows caption={caption} {...rows} />
    </section>
  );
}
