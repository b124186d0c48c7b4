import { askPath, requestsPath } from '#rules/paths/help-paths.ts';
import { formatHour, formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/support.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { useAnswerTime } from './use-answer-time.ts';

/** When people answer, how soon, and the ways to ask them. */
export function SupportBlock() {
  const { supportFromHour, supportToHour, supportAnswerHours } = usePolicy();
  return (
    <aside aria-labelledby="support" className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className="p-5">
        <h2 id="support" className="scroll-mt-24 text-title">
          {texts.askAPerson}
        </h2>
        <dl className="mt-3 grid gap-3">
          <div>
            <dt className="text-note text-soft">{texts.supportHours}</dt>
            <dd>{texts.mondayToFriday({ from: formatHour(supportFromHour), to: formatHour(supportToHour) })}</dd>
          </div>
          <div>
            <dt className="text-note text-soft">{texts.averageResponseTime}</dt>
            <dd>{texts.responseTimeIsAnAim({ time: formatUnit(supportAnswerHours, 'hour') })}</dd>
          </div>
        </dl>
        <p className="lane-top mt-4 pt-4">
          <AnswerPromise />
        </p>
        <div className="mt-4 grid gap-2.5">
          <LinkButton to={askPath}>{texts.askTheSupport}</LinkButton>
          <LinkButton variant="secondary" to={requestsPath}>
            {texts.yourRequests}
          </LinkButton>
        </div>
        <p className="mt-4 text-note text-soft">{texts.inDangerCall999First}</p>
      </div>
    </aside>
  );
}

/** One sentence: by when a question asked now is answered. It keeps its place while that is being found out. */
export function AnswerPromise() {
  const time = useAnswerTime();
  if (!time) return <span className="invisible">{texts.answerTimeSample}</span>;
  const parts = { b: (text: string) => <b className="font-semibold">{text}</b>, time: time.text };
  return (
    <span className="figures">
      {inline(time.isOpen ? texts.askNowAndWeAnswer(parts) : texts.weAreClosedNowAsk(parts))}
    </span>
  );
}
