import { type ReactNode, useRef, useState } from 'react';
import * as texts from '#texts/adminMoney.ts';
import type { BankPreviewAnswer, MatchOutcome, StatementFault } from '#wire/bank.ts';
import { fieldMessageFor, messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge, type BadgeTone } from '../../../platform/ui/Badge.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Checkbox } from '../../../platform/ui/Checkbox.tsx';
import { CsvFileField } from '../../../platform/ui/CsvFileField.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { type Statement, useImporting, usePreview } from './use-bank.ts';

const none: Statement = { csv: '', anew: [], isPartial: false, isNewAccount: false, isSameAccount: false };

/** A bank's statement, shown line by line before anything is booked. */
export function ImportStatement() {
  const [statement, setStatement] = useState<Statement>(none);
  const file = useRef<HTMLInputElement>(null);
  const preview = usePreview(statement);
  const importing = useImporting();
  const tell = useTelling();
  const other = preview.data?.otherAccount;
  const unsaid = preview.data?.unsaidAccount;
  const isAsked = (other && !statement.isNewAccount) || (unsaid && !statement.isSameAccount);
  const read = (csv = '') => {
    importing.reset();
    setStatement({ ...none, csv });
  };
  const clear = () => {
    setStatement(none);
    if (file.current) file.current.value = '';
  };
  const book = () =>
    tell(importing.mutateAsync(statement, { onSuccess: clear }), {
      done: ({ outgoing = 0, ...sums }) => texts.statementImported({ ...sums, outgoing }),
    });
  return (
    <section aria-labelledby="import">
      <h2 id="import" className="mb-2 text-heading">
        {texts.importStatement}
      </h2>
      <p className="mb-4 text-soft">{texts.importAbout}</p>
      <CsvFileField ref={file} label={texts.statementFile} onRead={read} />
      {statement.csv !== '' && (
        <div className="mt-4 grid gap-4">
          <WhenRead
            read={preview}
            what={texts.theStatement}
            notLoaded={fieldMessageFor(preview.error, 'csv') ?? texts.statementNotRead}
            skeleton="h-40 w-full"
          >
            {preview.data && (
              <Preview preview={preview.data} isAsked={isAsked === true} isBusy={importing.isPending} onImport={book}>
                {(statement.isPartial || preview.data.faults.some(({ code }) => code === 'wrong_balance')) && (
                  <Checkbox
                    label={texts.exportIsPartial}
                    checked={statement.isPartial}
                    onChange={({ target }) => setStatement({ ...statement, isPartial: target.checked })}
                  />
                )}
                {other && (
                  <>
                    <Notice kind="failure">{texts.otherAccount(other)}</Notice>
                    <Checkbox
                      label={texts.bankWasChanged}
                      checked={statement.isNewAccount}
                      onChange={({ target }) => setStatement({ ...statement, isNewAccount: target.checked })}
                    />
                  </>
                )}
                {unsaid && (
                  <>
                    <Notice kind="failure">{texts.unsaidAccount(unsaid)}</Notice>
                    <Checkbox
                      label={texts.isThatAccount(unsaid)}
                      checked={statement.isSameAccount}
                      onChange={({ target }) => setStatement({ ...statement, isSameAccount: target.checked })}
                    />
                  </>
                )}
                <LinesAlike
                  items={preview.data.items}
                  anew={statement.anew}
                  onChange={(anew) => setStatement({ ...statement, anew })}
                />
              </Preview>
            )}
          </WhenRead>
          {importing.isError && (
            <Notice kind="failure">
              {fieldMessageFor(importing.error, 'csv') ?? messageFor(importing.error, texts.notImported)}
            </Notice>
          )}
        </div>
      )}
    </section>
  );
}

const faultWords: Record<StatementFault['code'], string> = {
  no_head: texts.faultNoHead,
  not_csv: texts.faultNotCsv,
  wrong_date: texts.faultDate,
  wrong_amount: texts.faultAmount,
  no_text: texts.faultText,
  wrong_currency: texts.faultCurrency,
  wrong_side: texts.faultSide,
  unproven_sign: texts.faultSign,
  wrong_balance: texts.faultBalance,
  no_balance: texts.faultNoBalance,
  unclear_batch: texts.faultUnclearBatch,
  other_statement: texts.faultOtherStatement,
  too_many_lines: texts.faultTooMany,
};

const outcomes: Record<MatchOutcome | '', { label: string; tone: BadgeTone }> = {
  '': { label: texts.namesNoPayment, tone: 'amber' },
  paid: { label: texts.pays, tone: 'green' },
  over: { label: texts.paysTooMuch, tone: 'amber' },
  short: { label: texts.paysTooLittle, tone: 'amber' },
  double: { label: texts.paysTwice, tone: 'amber' },
  late: { label: texts.paysTooLate, tone: 'amber' },
};

type PreviewProps = {
  preview: BankPreviewAnswer;
  /** Something has to be decided first. */
  isAsked: boolean;
  isBusy: boolean;
  onImport: () => void;
  children: ReactNode;
};

function Preview({ preview: { items, faults, outgoing = 0 }, isAsked, isBusy, onImport, children }: PreviewProps) {
  const fresh = items.filter(({ isKnown }) => !isKnown);
  return (
    <>
      {faults.length > 0 && (
        <Notice kind="failure">
          <p>{texts.linesNotRead}</p>
          <ul className="list-disc pl-5">
            {faults.slice(0, 20).map(({ line, code }) => (
              <li key={`${line} ${code}`}>{texts.faultAtLine({ line, fault: faultWords[code] })}</li>
            ))}
          </ul>
        </Notice>
      )}
      <p role="status" className="figures">
        {texts.linesFound({ fresh: fresh.length, known: items.length - fresh.length })}
        {outgoing > 0 && ` ${texts.outgoingFound({ count: outgoing })}`}
      </p>
      {fresh.length > 0 && (
        <ul className="card max-h-96 divide-y divide-line overflow-y-auto">
          {fresh.map(({ line, part, date, amountCents, text, outcome, likeLine }) => (
            <li key={nameOf({ line, part })} className="grid gap-1 px-4 py-3">
              <span className="figures flex flex-wrap items-center justify-between gap-2">
                <span>
                  <b className="font-semibold">{formatMoney(amountCents)}</b> {formatDate(date)}
                </span>
                <Badge tone={outcomes[outcome].tone}>
                  {likeLine === '' ? outcomes[outcome].label : texts.looksImported}
                </Badge>
              </span>
              <span className="break-words text-note text-soft">{text}</span>
            </li>
          ))}
        </ul>
      )}
      {children}
      <Button
        className="justify-self-start"
        isBusy={isBusy}
        disabled={isAsked || faults.length > 0 || fresh.length + outgoing === 0}
        onClick={onImport}
      >
        {texts.bookLines({ count: fresh.length + outgoing })}
      </Button>
    </>
  );
}

// One of several payments that came as one entry is named by both numbers.
function nameOf({ line, part }: { line: number; part?: number | undefined }): number | string {
  return part === undefined ? line : `${line}.${part}`;
}

type AlikeProps = {
  items: BankPreviewAnswer['items'];
  anew: Statement['anew'];
  onChange: (anew: Statement['anew']) => void;
};

// Lines that only a person can tell from those that were imported; nothing where balances or counts settle it.
function LinesAlike({ items, anew, onChange }: AlikeProps) {
  const alike = items.filter(
    (one) => (one.isKnown && !one.isSure) || one.likeLine !== '' || anew.includes(nameOf(one)),
  );
  if (alike.length === 0) return null;
  return (
    <details className="card px-4">
      <summary className="min-h-11 py-3">{texts.linesAlike({ count: alike.length })}</summary>
      <p className="mb-2 text-soft">{texts.linesAlikeAbout}</p>
      <ul className="mb-3 max-h-96 overflow-y-auto">
        {alike.map(({ line, part, date, amountCents, text }) => (
          <li key={nameOf({ line, part })}>
            <Checkbox
              label={`${formatMoney(amountCents)} ${formatDate(date)} ${text}`}
              checked={anew.includes(nameOf({ line, part }))}
              onChange={({ target }) => {
                const others = anew.filter((other) => other !== nameOf({ line, part }));
                onChange(target.checked ? [...others, nameOf({ line, part })] : others);
              }}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
