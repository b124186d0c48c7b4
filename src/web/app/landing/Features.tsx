import type { ReactNode } from 'react';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/landing.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';

/** Three things people come for, each with a small picture of how it looks inside. */
export function Features() {
  const { holdMinutes } = usePolicy();
  return (
    <section id="services" className="wrap pt-14">
      <h2 className="text-heading">{texts.whatYouCanDoHere}</h2>
      <div className="mt-4 grid gap-5 md:grid-cols-3 lg:grid-cols-[1.25fr_1fr_1fr]">
        <Feature
          title={texts.bookingAndScheduling}
          text={texts.freeTimesAreLiveChoose({ hold: formatUnit(holdMinutes, 'minute') })}
        >
          <TimesPicture />
        </Feature>
        <Feature title={texts.yourRoadToTheLicence} text={texts.afterEachLessonYourInstructor}>
          <LanePicture />
        </Feature>
        <Feature title={texts.forInstructors} text={texts.aDiaryThatFillsItself}>
          <PayPicture />
        </Feature>
      </div>
    </section>
  );
}

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <article className="card flex flex-col gap-4 p-5">
      <div aria-hidden="true" className="flex h-22 flex-col justify-center gap-2">
        {children}
      </div>
      <div>
        <h3 className="text-title">{title}</h3>
        <p className="mt-2 text-soft">{text}</p>
      </div>
    </article>
  );
}

function TimesPicture() {
  const times = ['09:00', '10:00', '11:30', '14:00', '15:30', '17:00'];
  return (
    <div className="figures grid grid-cols-3 gap-2 text-center text-note font-semibold text-green">
      {times.map((time) => (
        <span
          key={time}
          className={time === '10:00' ? 'rounded-sm bg-green py-2 text-on-green' : 'rounded-sm bg-tint py-2'}
        >
          {time}
        </span>
      ))}
    </div>
  );
}

function LanePicture() {
  return (
    <svg viewBox="0 0 240 70" preserveAspectRatio="none" aria-hidden="true" className="h-17 w-full">
      {[240, 168, 96].map((length, row) => (
        <g key={length} transform={`translate(0 ${row * 27})`}>
          <rect width="240" height="14" rx="7" className="fill-asphalt" />
          <rect width={length} height="14" rx="7" className="fill-green" />
          <path d="M6 7h228" stroke="#fff" strokeWidth="2" strokeDasharray="12 10" />
        </g>
      ))}
    </svg>
  );
}

function PayPicture() {
  const rows = [
    [texts.saturdayEight, 'S$62.00'],
    [texts.saturdayTen, 'S$93.00'],
    [texts.saturdayTwo, 'S$62.00'],
  ];
  return (
    <dl className="figures text-note">
      {rows.map(([time, sum]) => (
        <div key={time} className="flex justify-between border-b border-line py-1">
          <dt className="text-soft">{time}</dt>
          <dd className="font-semibold">{sum}</dd>
        </div>
      ))}
    </dl>
  );
}
