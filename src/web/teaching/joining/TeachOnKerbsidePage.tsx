import { teachPath } from '#rules/paths/teaching-paths.ts';
import '../../platform/ground/public-styles.ts';
import type { ReactNode } from 'react';
import { platformFee } from '#rules/fees/platform-fee.ts';
import { portionOf } from '#rules/money/divide-cents.ts';
import { formatUnit, formatWeekday } from '#texts/format-number.ts';
import * as texts from '#texts/teaching.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { WantedLink } from '../../platform/session/WantedLink.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatMinutes } from '../../platform/ui/format-time.ts';

/** The lesson of the worked example. */
const example = { hourlyCents: 6600, minutes: 90 } as const;

/** For instructors who look at Kerbside: who may teach here, what it costs, what is checked, and where to begin. */
export function TeachOnKerbsidePage() {
  const policy = usePolicy();
  const begin = (
    <WantedLink path={teachPath} first="/register" className="btn btn-primary min-h-12 px-6">
      {texts.beginYourProfile}
    </WantedLink>
  );
  return (
    <article className="large-print wrap pt-8">
      <div className="max-w-[44rem]">
        <h1 className="text-heading">{texts.teachOnKerbside}</h1>
        <p className="mt-4 text-title text-soft">{texts.oneDiary({ least: formatMoney(policy.payoutMinimumCents) })}</p>
        <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
          {begin}
          <span className="text-soft">{texts.tenMinutes}</span>
        </p>
        <div className="lane-top mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 pt-6">
          <Part title={texts.whoMayTeach}>
            <List items={[texts.mayWithLicence, texts.mayWithCar, texts.mayUntilSeventyFive]} />
          </Part>
          <Part title={texts.whatItCosts}>
            <p>{texts.joiningIsFree}</p>
            <p>
              {texts.feeInWords({
                first: policy.feeFirstPercent,
                hours: policy.feeFirstHours,
                later: policy.feeLaterPercent,
                cap: formatMoney(policy.feeCapCents),
              })}
            </p>
            <Example />
            <p>
              {texts.paidOutWeekly({
                weekday: formatWeekday(policy.payoutWeekday),
                hours: formatUnit(policy.payoutAfterHours, 'hour'),
                least: formatMoney(policy.payoutMinimumCents),
              })}
            </p>
          </Part>
          <Part title={texts.whatWeCheck}>
            <List items={[texts.weCheckLicence, texts.weCheckCar, texts.weCheckInsurance, texts.weCheckYou]} />
            <p>{texts.nricStaysWithYou}</p>
            <p>{texts.papersEnd}</p>
          </Part>
          <Part title={texts.whatHappensNext}>
            <ol className="grid list-decimal gap-2 pl-6">
              {[texts.nextYouFillIn, texts.nextWeLook, texts.nextYouAreListed].map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
            <p>{begin}</p>
          </Part>
        </div>
      </div>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-heading">{title}</h2>
      {children}
    </section>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-6">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** One lesson's money, early and late with a learner, by the policies in force. */
function Example() {
  const policy = usePolicy();
  const cents = portionOf(example.hourlyCents, example.minutes, 60);
  const lesson = { keptCents: cents, durationMinutes: example.minutes };
  const paidMinutes = policy.feeFirstHours * 60;
  const rows = [
    {
      name: texts.inTheFirstHours({ hours: policy.feeFirstHours }),
      fee: platformFee(lesson, { paidMinutes: 0, feeCents: 0 }, policy),
    },
    { name: texts.afterThat, fee: platformFee(lesson, { paidMinutes, feeCents: 0 }, policy) },
  ];
  return (
    // With letters of twice the size the figures are wider than a phone: the table then scrolls by itself.
    <div className="overflow-x-auto">
      <table className="card border-separate border-spacing-0 text-left">
        <caption className="pb-2 text-left">
          {texts.exampleLesson({
            length: formatMinutes(example.minutes),
            hourly: formatMoney(example.hourlyCents),
            price: formatMoney(cents),
          })}
        </caption>
        <thead className="text-soft">
          <tr>
            <th scope="col" className="p-3 font-normal">
              {texts.hoursWithALearner}
            </th>
            <th scope="col" className="p-3 text-right font-normal">
              {texts.ourFee}
            </th>
            <th scope="col" className="p-3 text-right font-normal">
              {texts.youGet}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, fee }) => (
            <tr key={name}>
              <th scope="row" className="border-line border-t p-3 font-semibold">
                {name}
              </th>
              <td className="figures border-line border-t p-3 text-right">{formatMoney(fee)}</td>
              <td className="figures border-line border-t p-3 text-right font-semibold">{formatMoney(cents - fee)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
