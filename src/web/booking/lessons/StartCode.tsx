import * as texts from '#texts/lessons.ts';

/** The four digits that a learner says in the car; for the stub of a ticket. */
export function StartCode({ code, instructorName }: { code: string; instructorName: string }) {
  return (
    <>
      <p className="text-note text-soft">{texts.startCode}</p>
      <p
        role="img"
        aria-label={[...code].join(' ')}
        className="figures my-1 font-bold font-head text-display tracking-[0.18em] [text-indent:0.18em]"
      >
        {code}
      </p>
      <p className="text-note text-soft">{texts.giveTheCode({ instructorName })}</p>
    </>
  );
}
