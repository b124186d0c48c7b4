import { stepHours } from '#rules/cancellation/cancellation-terms.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/instructors.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';

/** What comes back when a learner cancels, a line for each step of the policy in force and one for what comes after. */
export function CancellationTable({ cancellationHours }: { cancellationHours: number }) {
  const policy = usePolicy();
  const hours = stepHours({ cancellationHours }, policy);
  const lines = policy.tiers.map(({ refundPercent }, step) => {
    const until = formatUnit(hours[step] ?? 0, 'hour');
    const from = hours[step - 1];
    return {
      when:
        from === undefined
          ? texts.cancelMoreThan({ until })
          : texts.cancelBetween({ until, from: formatUnit(from, 'hour') }),
      back: texts.partBack({ percent: String(refundPercent) }),
    };
  });
  const last = {
    when: texts.cancelLessThan({ until: formatUnit(hours.at(-1) ?? 0, 'hour') }),
    back: texts.nothingBack,
  };
  return (
    <div>
      <table className="text-left">
        <caption className="pb-1 text-left text-soft">{texts.whenYouCancel}</caption>
        <tbody>
          {[...lines, last].map(({ when, back }) => (
            <tr key={when}>
              <th scope="row" className="border-line border-t py-2.5 pr-3 font-normal">
                {when}
              </th>
              <td className="border-line border-t py-2.5 text-right font-semibold">{back}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-note text-soft">
        {texts.moveFreeAndInstructorCancels({ until: formatUnit(hours[0] ?? 0, 'hour') })}
      </p>
    </div>
  );
}
