import { LinkButton } from '../ui/Button.tsx';
import { useAnswerTime } from './use-answer-time.ts';

/** When people answer, how soon, and the ways to ask them. */
export function SupportBlock() {
  return (
    <aside aria-labelledby="support" className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className="p-5">
        <h2 id="support" className="scroll-mt-24 text-xl">
          Ask a person
        </h2>
        <dl className="mt-3 grid gap-3">
          <div>
            <dt className="text-sm text-soft">Support hours</dt>
            <dd>Monday to Friday, 9 AM to 6 PM SGT</dd>
          </div>
          <div>
            <dt className="text-sm text-soft">Average response time</dt>
            <dd>2 hours</dd>
          </div>
        </dl>
        <p className="lane-top mt-4 pt-4">
          <AnswerPromise />
        </p>
        <div className="mt-4 grid gap-2.5">
          <LinkButton to="/dashboard/help/new">Ask the support</LinkButton>
          <LinkButton variant="secondary" to="/dashboard/help/requests">
            Your requests
          </LinkButton>
        </div>
        <p className="mt-4 text-sm text-soft">In danger, call 999 first.</p>
      </div>
    </aside>
  );
}

/** One sentence: by when a question asked now is answered. It keeps its place while that is being found out. */
export function AnswerPromise() {
  const time = useAnswerTime();
  if (!time) return <span className="invisible">We answer by Today 00:00 SGT.</span>;
  return (
    <span className="figures">
      {time.isOpen ? 'Ask now and we answer by ' : 'We are closed now. Ask, and we answer by '}
      <b className="font-semibold">{time.text} SGT</b>.
    </span>
  );
}
