import { type FormEvent, useState } from 'react';
import * as texts from '#texts/adminRules.ts';
import { stepWords } from '../../../booking/road/road-words.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { useChanging, useRecords, useRemoving } from '../../../platform/desk/use-records.ts';
import { fieldMessageFor, formMessageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { centsOf } from '../../../platform/ui/price-text.ts';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { removeWords } from './remove-words.tsx';

const kinds = [
  'basic_theory',
  'provisional_licence',
  'final_theory',
  'simulator',
  'practical_test',
  'licence',
] as const;
type Fee = { id: string; kind: (typeof kinds)[number]; cents: number; effectiveFrom: string };

/** What the tests on the road to a licence cost, from which day on: the day of the booking decides. */
export function FeesPage() {
  return (
    <StaffOnly right="rules">
      <Fees />
    </StaffOnly>
  );
}

function Fees() {
  const read = useRecords<Fee>('test_fees', 'kind,effectiveFrom');
  const removing = useRemoving('test_fees');
  const remove = ({ id, kind, cents, effectiveFrom }: Fee) =>
    removing.remove(id, { kind, cents, effectiveFrom }, texts.feeRemoved);
  return (
    <div className="grid max-w-[48rem] gap-8">
      <p>{texts.feesAbout}</p>
      <AddFee />
      <WhenRead read={read} what={texts.fees} notLoaded={texts.notLoaded}>
        <ul className="card">
          {(read.data ?? []).map((fee) => (
            <li
              key={fee.id}
              className="flex items-center justify-between gap-x-4 border-line border-b px-4 py-2 last:border-b-0"
            >
              <span>
                <b className="font-semibold">{stepWords[fee.kind].name}</b>{' '}
                <span className="figures">
                  {texts.sumFrom({ sum: formatMoney(fee.cents), date: formatDate(fee.effectiveFrom) })}
                </span>
              </span>
              <Button variant="quiet" className="shrink-0" disabled={removing.isPending} onClick={() => remove(fee)}>
                {removeWords(`${stepWords[fee.kind].name}, ${formatDate(fee.effectiveFrom)}`)}
              </Button>
            </li>
          ))}
        </ul>
      </WhenRead>
    </div>
  );
}

function AddFee() {
  const tell = useTelling();
  const changing = useChanging('test_fees');
  const [kind, setKind] = useState<string>('practical_test');
  const [sum, setSum] = useState('');
  const [from, setFrom] = useState('');
  const [isTried, setTried] = useState(false);
  const cents = centsOf(sum);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (changing.isPending || cents === undefined || from === '') return;
    const onSuccess = () => {
      setSum('');
      setTried(false);
    };
    const body = { kind, cents, effectiveFrom: from };
    tell(changing.mutateAsync({ body }, { onSuccess }), { done: texts.feeAdded });
  };
  const failure = changing.isError && formMessageFor(changing.error, texts.notSaved, ['cents', 'effectiveFrom']);
  return (
    <form method="post" noValidate onSubmit={submit} aria-label={texts.addAFee} className="grid gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <SelectField
          label={texts.feeOf}
          options={kinds.map((value) => ({ value, label: stepWords[value].name }))}
          value={kind}
          onChange={setKind}
        />
        <TextField
          label={texts.sum}
          inputMode="decimal"
          value={sum}
          onChange={({ target }) => setSum(target.value)}
          error={isTried && cents === undefined ? texts.writeASum : fieldMessageFor(changing.error, 'cents')}
        />
        <TextField
          label={texts.from}
          type="date"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          error={isTried && from === '' ? texts.chooseADate : fieldMessageFor(changing.error, 'effectiveFrom')}
        />
      </div>
      {failure && <Notice kind="failure">{failure}</Notice>}
      <Button type="submit" className="justify-self-start" isBusy={changing.isPending}>
        {texts.addAFee}
      </Button>
    </form>
  );
}
