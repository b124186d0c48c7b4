import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { auditOfPath } from '#rules/paths/staff-paths.ts';
import { planningAreas } from '#rules/places/planning-areas.ts';
import * as texts from '#texts/adminAdvice.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { FoundRows } from '../../../platform/lists/FoundRows.tsx';
import { ListControls } from '../../../platform/lists/ListControls.tsx';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../../platform/ui/Dialog.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { inline } from '../../../platform/ui/inline.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { AdviceForm } from './AdviceForm.tsx';
import { kindOptions, kindWords, whenWords } from './advice-words.ts';
import { type Advice, adviceList, useAdvice, useAdvisedAreas, useChangeAdvice } from './use-advice.ts';

/** What learners and instructors are told of pick-ups, area by area: where to meet, and where one may not stop. */
export function AdvicePage() {
  return (
    <StaffOnly right="rules">
      <Desk />
    </StaffOnly>
  );
}

function Desk() {
  const list = useListQuery(adviceList);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useAdvice(list.query);
  const { data, isPlaceholderData } = read;
  const advised = useAdvisedAreas().data;
  const [edited, setEdited] = useState<Advice | 'new'>();
  const [removed, setRemoved] = useState<Advice>();
  const add = <Button onClick={() => setEdited('new')}>{texts.addAdvice}</Button>;
  return (
    <section aria-labelledby="advice">
      <h2 id="advice" ref={heading} tabIndex={-1} className="mb-2 text-heading outline-none">
        {texts.advice}
      </h2>
      <p className="mb-2 max-w-[65ch]">{texts.about}</p>
      <p className="mb-4 min-h-6 text-soft">
        {advised && texts.areasWithout({ count: planningAreas.filter(({ name }) => !advised.has(name)).length })}
      </p>
      <ListControls
        list={list}
        found={data}
        name={texts.advice}
        search={{ label: texts.search, placeholder: texts.areaOrWords }}
        status={{ field: 'kind', label: texts.kind, allLabel: texts.bothKinds, options: kindOptions }}
        sort={{ label: texts.sortBy, options: sorts }}
      />
      <WhenRead read={read} what={texts.theAdvice} notLoaded={texts.notLoaded}>
        {data && (
          <FoundRows
            answer={data}
            list={list}
            action={add}
            countOf={(count) => texts.found({ count })}
            noMatch={texts.noneMatches}
            caption={texts.advice}
            columns={columnsWith(setEdited, setRemoved)}
            keyOf={({ id }) => id}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState title={texts.nothingYet} action={add}>
                <p>{texts.firstAdvice}</p>
              </EmptyState>
            }
          />
        )}
      </WhenRead>
      {edited && <AdviceForm advice={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {removed && <RemoveAdvice advice={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  );
}

function RemoveAdvice({ advice, onClose }: { advice: Advice; onClose: () => void }) {
  const tell = useTelling();
  const changing = useChangeAdvice();
  const remove = () =>
    tell(changing.mutateAsync({ id: advice.id, body: null }, { onSuccess: onClose }), {
      done: texts.removed,
      failed: (error) => messageFor(error, texts.notSaved) ?? texts.notSaved,
    });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={texts.removeThis}
      description={texts.noLongerShown({ text: advice.text })}
      confirmLabel={texts.remove}
      isHarmful
      isBusy={changing.isPending}
      onConfirm={remove}
    />
  );
}

type Act = (advice: Advice) => void;

function columnsWith(onChange: Act, onRemove: Act): Column<Advice>[] {
  return [
    { name: texts.area, sorts: ['area', '-area'], cell: ({ area }) => <b className="font-semibold">{area}</b> },
    {
      name: texts.kind,
      cell: ({ kind }) => <Badge tone={kind === 'avoid' ? 'amber' : 'green'}>{kindWords[kind]}</Badge>,
    },
    { name: texts.words, cell: ({ text }) => <span className="[overflow-wrap:anywhere]">{text}</span> },
    { name: texts.when, cell: (advice) => <span className="figures">{whenWords(advice)}</span> },
    {
      name: texts.changed,
      sorts: ['updated', '-updated'],
      isDescendingFirst: true,
      cell: ({ updated }) => <span className="figures whitespace-nowrap">{formatDate(updated)}</span>,
    },
    {
      name: texts.actions,
      isNameHidden: true,
      cell: (advice) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <Button variant="secondary" onClick={() => onChange(advice)}>
            <span>{wordsFor(texts.change, advice)}</span>
          </Button>
          <Button variant="quiet" onClick={() => onRemove(advice)}>
            <span>{wordsFor(texts.remove, advice)}</span>
          </Button>
          <Link to={auditOfPath(advice.id)} className="inline-flex min-h-11 items-center">
            <span>{wordsFor(texts.history, advice)}</span>
          </Link>
        </span>
      ),
    },
  ];
}

/** What a button does; of which advice is heard, not seen. */
function wordsFor(action: string, { kind, area }: Advice): ReactNode {
  const span = (part: ReactNode) => <span className="unseen">{part}</span>;
  return inline(texts.ofArea({ action, kind: kindWords[kind], area, span }));
}

const sorts = [
  { value: 'area', label: texts.areaAToZ },
  { value: '-area', label: texts.areaZToA },
  { value: '-updated', label: texts.changedLast },
  { value: 'updated', label: texts.changedFirst },
] as const;
