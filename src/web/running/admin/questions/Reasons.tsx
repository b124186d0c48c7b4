import * as texts from '#texts/questions.ts';
import type { QuestionsAnswer } from '#wire/questions.ts';
import { comparedReasons } from './question-records.ts';
import { byWords, excuseWords, lateWord } from './reason-words.ts';

/** How often lessons were called off, by whom, whether late, and what excused it. */
export function Reasons({ compared }: { compared: QuestionsAnswer['cancellations'] }) {
  const reasons = comparedReasons(compared);
  if (reasons.length === 0) return null;
  return (
    <table className="figures max-w-[36rem]">
      <caption className="unseen">{texts.reasonsByKind}</caption>
      <thead>
        <tr className="text-left text-soft text-note">
          {[texts.by, texts.when, texts.excuse].map((name) => (
            <th key={name} scope="col" className="py-1.5 pr-4 font-semibold">
              {name}
            </th>
          ))}
          {[texts.count, texts.countBefore].map((name) => (
            <th key={name} scope="col" className="py-1.5 pl-4 text-right font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ by, isLate, excuse, count, before }) => (
          <tr key={`${by} ${isLate} ${excuse}`} className="border-line border-t">
            <th scope="row" className="py-1.5 pr-4 text-left font-normal">
              {byWords[by] ?? by}
            </th>
            <td className="py-1.5 pr-4">{lateWord(isLate)}</td>
            <td className="py-1.5 pr-4">{excuseWords[excuse] ?? texts.none}</td>
            <td className="py-1.5 pl-4 text-right">{count}</td>
            <td className="py-1.5 pl-4 text-right text-soft">{before}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
