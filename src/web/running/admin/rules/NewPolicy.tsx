import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import * as texts from '#texts/adminRules.ts';
import type { PolicyPreviewAnswer } from '#wire/policies.ts';
import { useChanging } from '../../../platform/desk/use-records.ts';
import { callMarketplace } from '../../../platform/session/backend.ts';
import { fieldMessageFor, formMessageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatStart } from '../../../platform/ui/format-time.ts';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { figureLabels } from './figure-labels.ts';
import { type FigureName, figureOf, figureText } from './policy-figures.ts';

/** A new version: only what is to be otherwise, from a day ahead on, with what the last 30 days would have come to. */
export function NewPolicy({ current, onDone }: { current: PolicyValues; onDone: () => void }) {
  const tell = useTelling();
  const changing = useChanging('policies');
  // What is named together stands together: the server's answer has them in no order.
  const names = (Object.keys(figureLabels) as FigureName[]).filter((name) => name in current);
  const [typed, setTyped] = useState<Partial<Record<FigureName, string>>>({});
  const [date, setDate] = useState('');
  const [isTried, setTried] = useState(false);
  const changed = names.filter((name) => typed[name] !== undefined && typed[name] !== figureText(current[name]));
  const read = changed.map((name) => [name, figureOf(typed[name] ?? '', current[name])] as const);
  const isReadable = read.every(([, value]) => value !== undefined);
  const values = Object.fromEntries(read);
  const previewing = useMutation({
    mutationFn: () => callMarketplace<PolicyPreviewAnswer>('POST', 'policies/preview', { body: { values } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (changing.isPending || date === '' || changed.length === 0 || !isReadable) return;
    const body = { effectiveFrom: new Date(`${date}T00:00:00+08:00`).toISOString(), values };
    tell(changing.mutateAsync({ body }, { onSuccess: onDone }), { done: texts.versionWritten });
  };
  const errorOf = (name: FigureName) =>
    typed[name] !== undefined && figureOf(typed[name], current[name]) === undefined
      ? texts.writeAFigure
      : nestedMessage(changing.error, name);
  // What is told at a figure is not told twice.
  const isToldAtFigure = names.some((name) => nestedMessage(changing.error, name) !== undefined);
  const failure =
    changing.isError && !isToldAtFigure && formMessageFor(changing.error, texts.notSaved, ['effectiveFrom']);
  return (
    <form method="post" noValidate onSubmit={submit} aria-label={texts.writeANewVersion} className="grid gap-6">
      <h2 className="text-heading">{texts.writeANewVersion}</h2>
      <TextField
        label={texts.inForceFrom}
        hint={texts.fromMidnight}
        type="date"
        fieldClassName="max-w-60"
        value={date}
        onChange={({ target }) => setDate(target.value)}
        error={isTried && date === '' ? texts.chooseADate : fieldMessageFor(changing.error, 'effectiveFrom')}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {names.map((name) => (
          <TextField
            key={name}
            label={figureLabels[name]}
            value={typed[name] ?? figureText(current[name])}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            error={errorOf(name)}
          />
        ))}
      </div>
      <p role="status" className="font-semibold">
        {texts.figuresChanged({ count: changed.length })}
      </p>
      {previewing.data && <Previewed preview={previewing.data} />}
      {previewing.isError && (
        <Notice kind="failure">{fieldMessageFor(previewing.error, 'values') ?? texts.noPreview}</Notice>
      )}
      {failure && <Notice kind="failure">{failure}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          isBusy={previewing.isPending}
          disabled={!isReadable || changed.length === 0}
          onClick={() => previewing.mutate()}
        >
          {texts.previewLastMonth}
        </Button>
        <Button type="submit" isBusy={changing.isPending}>
          {texts.writeTheVersion}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}

/** The server's word about one figure: they lie one deeper than other fields do. */
function nestedMessage(error: unknown, name: string): string | undefined {
  const data: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'response') : undefined;
  const fields = typeof data === 'object' && data !== null ? Reflect.get(data, 'data') : undefined;
  const values = typeof fields === 'object' && fields !== null ? Reflect.get(fields, 'values') : undefined;
  const one = typeof values === 'object' && values !== null ? Reflect.get(values, name) : undefined;
  const message = typeof one === 'object' && one !== null ? Reflect.get(one, 'message') : undefined;
  return typeof message === 'string' ? message : undefined;
}

function Previewed({ preview }: { preview: PolicyPreviewAnswer }) {
  const { lessons, cancellations } = preview;
  return (
    <section aria-labelledby="preview" className="card grid gap-3 p-4">
      <h3 id="preview" className="text-title">
        {texts.theLastMonth}
      </h3>
      <p>
        {texts.feesWouldHaveBeen({
          count: lessons,
          was: formatMoney(preview.feeCents),
          would: formatMoney(preview.newFeeCents),
          instructors: preview.instructorsDiffering,
        })}
      </p>
      {preview.instructors.length > 0 && (
        <ul className="figures grid gap-1">
          {preview.instructors.map(({ instructor, name, feeCents, newFeeCents }) => (
            <li key={instructor}>
              {texts.figureBecomes({ figure: name, from: formatMoney(feeCents), to: formatMoney(newFeeCents) })}
            </li>
          ))}
        </ul>
      )}
      <p>
        {texts.refundsWouldHaveBeen({
          count: cancellations,
          was: formatMoney(preview.refundCents),
          would: formatMoney(preview.newRefundCents),
          differing: preview.cancellationsDiffering,
        })}
      </p>
      {preview.refunds.length > 0 && (
        <ul className="figures grid gap-1">
          {preview.refunds.map(({ lesson, learnerName, start, refundCents, newRefundCents }) => (
            <li key={lesson}>
              <Link to={lessonPath(lesson)} className="inline-flex min-h-6 items-center">
                {texts.lessonOfOn({ name: learnerName || texts.closedAccount, when: formatStart(start) })}
              </Link>
              {texts.becomes({ from: formatMoney(refundCents), to: formatMoney(newRefundCents) })}
            </li>
          ))}
        </ul>
      )}
      <p className="text-soft text-note">{texts.whatIsNotPreviewed}</p>
    </section>
  );
}
