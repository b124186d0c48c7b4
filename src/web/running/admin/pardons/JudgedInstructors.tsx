import { useState } from 'react';
import * as texts from '#texts/pardons.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import { SearchField } from '../../../platform/lists/SearchField.tsx';
import { fieldMessageFor, messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { TextAreaField } from '../../../platform/ui/Field.tsx';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { type Judged, useJudged, usePardoning } from './use-pardons.ts';

/** Instructors who are warned or hidden now: whoever may be pardoned. */
export function JudgedInstructors() {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Judged>();
  const read = useJudged(name);
  const { data } = read;
  const rest = data ? data.totalItems - data.items.length : 0;
  return (
    <section aria-labelledby="judged" className="max-w-[44rem]">
      <h2 id="judged" className="mb-2 text-heading">
        {texts.warnedOrHidden}
      </h2>
      <p className="mb-4 text-soft">{texts.aboutPardoning}</p>
      {(name !== '' || rest > 0) && (
        <div className="mb-4">
          <SearchField label={texts.searchByName} placeholder={texts.name} value={name} onSearch={setName} />
        </div>
      )}
      <WhenRead read={read} what={texts.theInstructors} notLoaded={texts.judgedNotLoaded} skeleton="h-16 w-full">
        {data?.items.length === 0 && <p>{name === '' ? texts.nobodyIsWarned : texts.noInstructorMatches}</p>}
        {data && data.items.length > 0 && (
          <ul className="card divide-y divide-line">
            {data.items.map((judged) => (
              <JudgedLine key={judged.id} judged={judged} onPardon={() => setChosen(judged)} />
            ))}
          </ul>
        )}
        {rest > 0 && <p className="mt-2 text-soft">{texts.moreOfThem({ count: rest })}</p>}
      </WhenRead>
      {chosen && <PardonDialog judged={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

function JudgedLine({ judged, onPardon }: { judged: Judged; onPardon: () => void }) {
  const { name, warnedUntil, hiddenUntil } = judged;
  const isHidden = hiddenUntil !== '' && Date.parse(hiddenUntil) > currentTime().getTime();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <span>
        <b className="font-semibold">{name}</b>{' '}
        <Badge tone={isHidden ? 'red' : 'amber'}>{isHidden ? texts.hidden : texts.warned}</Badge>
        <span className="figures block text-note text-soft">
          {texts.untilDay({ day: formatDate(isHidden ? hiddenUntil : warnedUntil) })}
        </span>
      </span>
      <Button variant="secondary" aria-label={texts.pardonName({ name })} onClick={onPardon}>
        {texts.pardon}
      </Button>
    </li>
  );
}

function PardonDialog({ judged: { id, name }, onClose }: { judged: Judged; onClose: () => void }) {
  const tell = useTelling();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const pardoning = usePardoning();
  const { error } = pardoning;
  const pardon = () => {
    setMissing(reason.trim() === '');
    if (reason.trim() === '' || pardoning.isPending) return;
    const body = { instructor: id, reason: reason.trim() };
    tell(pardoning.mutateAsync(body, { onSuccess: onClose }), { done: texts.wasPardoned({ name }) });
  };
  const problem = isMissing ? texts.writeAReason : error ? fieldMessageFor(error, 'reason') : undefined;
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={texts.pardonName({ name })}
      description={texts.whatPardoningDoes}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button isBusy={pardoning.isPending} busyText={texts.saving} onClick={pardon}>
            {texts.pardon}
          </Button>
        </>
      }
    >
      <TextAreaField
        label={texts.reason}
        hint={texts.reasonHint}
        maxLength={2000}
        value={reason}
        error={problem}
        onChange={({ target }) => setReason(target.value)}
      />
      {error && !problem && <Notice kind="failure">{messageFor(error, texts.notPardoned)}</Notice>}
    </Dialog>
  );
}
