-- How many minutes of an earlier lesson count towards the hours of the higher fee of a lesson at hand (src/rules/fees/counted-minutes.ts).
create or replace function counted_minutes(paid_minutes integer, kept_cents integer, price_cents integer, minutes integer) returns integer
language sql immutable parallel safe as $$
  select case when price_cents <= 0 or minutes <= 0 then paid_minutes
    else least(paid_minutes, 2::bigint * kept_cents * minutes / price_cents)::integer end
$$;

-- The credit that a lesson or package of a learner was paid with, minutes of packages that credit bought among them.
create or replace function is_of_credit(p payments) returns boolean language sql stable as $$
  select p.method = 'credit' and p.status in ('succeeded', 'part_refunded', 'refunded') and (p."drawnFrom" = ''
    or exists (select from payments q where q."packagePurchase" = p."drawnFrom" and q."packagePurchase" <> '' and q.method = 'credit'))
$$;

-- What the credit of a lesson's learner owes of gifts (src/rules/fees/gift-fee.ts): the gifts less the fees that they brought in other lessons; all credit that
-- there is of theirs, or is held for lessons and packages; and what of this lesson was paid with it. Three zeros where nothing is owed, as of most people.
create or replace function gift_credit(of_lesson text, out "owedCents" integer, out "creditCents" integer, out "lessonCents" integer)
language plpgsql stable as $$
declare
  who text := (select l.learner from lessons l where l.id = of_lesson and l.learner <> '');
begin
  "creditCents" := 0;
  "lessonCents" := 0;
  select coalesce(sum(g.cents - case when s.lesson = of_lesson then 0 else s."giftFeeCents" end), 0) into "owedCents"
  from settlements s, lateral (
    select coalesce(sum((e ->> 'cents')::integer), 0) as cents from jsonb_array_elements(s.gives) e where (e ->> 'isGift')::boolean) g
  where s.learner = who and (s.gives @> '[{"isGift": true}]' or s."giftFeeCents" > 0);
  if "owedCents" <= 0 then
    "owedCents" := 0;
    return;
  end if;
  select coalesce(sum(p."amountCents"), 0), coalesce(sum(refundable_cents(p)), 0) into "lessonCents", "creditCents"
  from payments p where p._lesson = of_lesson and is_of_credit(p);
  "creditCents" := "creditCents" + greatest(0, coalesce((select -a."balanceCents" from ledger_accounts a where a.id = 'learner_credit:' || who), 0))
    + coalesce((select sum(refundable_cents(p)) from payments p join lessons l on l.id = p._lesson
        where p.learner = who and p._lesson <> of_lesson and is_of_credit(p) and not exists (select from settlements s where s.lesson = l.id)), 0)
    + coalesce((select sum(-a."balanceCents") from payments p join ledger_accounts a on a.id = 'held_package:' || p."packagePurchase"
        where p.learner = who and p."packagePurchase" <> '' and is_of_credit(p)), 0);
end $$;
