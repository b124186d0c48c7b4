import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#texts/claims.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { messageOf } from '../../platform/session/message-of.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Checkbox, Radio } from '../../platform/ui/Checkbox.tsx';
import { TextAreaField, TextField } from '../../platform/ui/Field.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { centsOf } from '../../platform/ui/price-text.ts';
import { Skeleton } from '../../platform/ui/Skeleton.tsx';
import { ByWhom } from './ByWhom.tsx';
import { type Claim, claimKinds, claimOutcomes, isOver } from './claim-record.ts';
import { useDeciding, useEarlierClaims } from './use-claims.ts';

/** The staff's part of a claim: what was decided before of these two, and the decision, which others than admins are told that they don't make. */
export function DecideClaim({ claim, decides }: { claim: Claim; decides: boolean }) {
  return (
    <div className="mt-8 grid items-start gap-6 md:grid-cols-2">
      {!isOver(claim) && (decides ? <Decide claim={claim} /> : <p className="text-soft">{texts.adminsDecide}</p>)}
      <Earlier claim={claim} />
    </div>
  );
}

function Decide({ claim }: { claim: Claim }) {
  const tell = useTelling();
  const deciding = useDeciding(claim);
  const [outcome, setOutcome] = useState('');
  const [dollars, setDollars] = useState('');
  const [atFault, setAtFault] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isTried, setIsTried] = useState(false);
  const takesPart = outcome === 'part';
  const refundCents = centsOf(dollars);
  const decide = () => {
    if (outcome === '') return setProblem(texts.chooseAnOutcome);
    if (reason.trim() === '') return setProblem(texts.writeAReason);
    setProblem(undefined);
    setIsTried(true);
    if (takesPart && !refundCents) return;
    const part = takesPart && refundCents ? { refundCents } : {};
    // Then the claim is over, and the form that would show it goes along.
    const over = (error: unknown) => fieldMessageFor(error, 'claim');
    const onError = (error: unknown) => {
      if (!over(error)) setProblem(messageOf(error, texts.notSent));
    };
    const decision = { outcome, reason: reason.trim(), instructorAtFault: atFault, ...part };
    tell(deciding.mutateAsync(decision, { onError }), { done: texts.decisionSaved, failed: over });
  };
  return (
    <section className="card grid gap-4 p-5">
      <h3 className="text-title">{texts.decide}</h3>
      <p className="text-soft text-note">
        {texts.paidForIt({ amount: formatMoney(claim.expand?.lesson?.priceCents ?? 0) })}
      </p>
      <fieldset>
        <legend className="font-semibold">{texts.outcome}</legend>
        {claimOutcomes.map(({ value, label }) => (
          <Radio
            key={value}
            name="outcome"
            label={label}
            checked={outcome === value}
            onChange={() => setOutcome(value)}
          />
        ))}
      </fieldset>
      {takesPart && (
        <TextField
          label={texts.howMuchGoesBack}
          inputMode="decimal"
          value={dollars}
          error={isTried && !refundCents ? texts.sayHowMuch : undefined}
          onChange={(event) => setDollars(event.target.value)}
        />
      )}
      {claim.kind === 'first_lesson' && (
        <Checkbox
          label={texts.instructorAtFault}
          checked={atFault}
          onChange={(event) => setAtFault(event.target.checked)}
        />
      )}
      <TextAreaField
        label={texts.reasonForBoth}
        error={problem}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div>
        <Button isBusy={deciding.isPending} onClick={decide}>
          {texts.decideNow}
        </Button>
      </div>
    </section>
  );
}

function Earlier({ claim }: { claim: Claim }) {
  const { data, isPending } = useEarlierClaims(claim, true);
  if (isPending) return <Skeleton className="h-28 w-full" />;
  if (!data) return null;
  return (
    <section className="card p-5">
      <h3 className="mb-2 text-title">{texts.decidedBefore}</h3>
      {data.length === 0 && <p className="text-soft">{texts.nothingDecidedBefore}</p>}
      <ul className="grid gap-2">
        {data.map((each) => (
          <li key={each.id} className="[overflow-wrap:anywhere]">
            <Link to={`?claim=${each.id}`}>{claimKinds[each.kind] ?? each.kind}</Link>{' '}
            <span className="text-soft text-note">
              {claimOutcomes.find(({ value }) => value === each.outcome)?.label}
            </span>
            {each.expand?.claim_decisions_via_claim?.map((decision) => (
              <p key={decision.id}>
                {decision.reason} <ByWhom decision={decision} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
