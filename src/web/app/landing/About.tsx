import * as texts from '#texts/landing.ts';

/** Who Kerbside is, what it does not do, and why it exists. */
export function About() {
  return (
    <section id="about" className="wrap pt-14">
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-[1fr_2fr]">
        <h2 className="text-heading">{texts.aboutKerbside}</h2>
        <div className="grid gap-4 text-body">
          <p>{texts.aFewHundredPrivateInstructors}</p>
          <p>{texts.sideBySide}</p>
        </div>
      </div>
    </section>
  );
}
