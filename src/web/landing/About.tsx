/** Who Kerbside is, what it does not do, and why it exists. */
export function About() {
  return (
    <section id="about" className="wrap pt-14">
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-[1fr_2fr]">
        <h2 className="text-3xl">About Kerbside</h2>
        <div className="grid gap-4 text-md">
          <p>
            A few hundred private instructors in Singapore still hold a licence to teach. They are hard to find, and
            harder to tell apart: prices by hearsay, times by message, and now and then somebody who has no licence at
            all.
          </p>
          <p>
            Kerbside puts them side by side with what counts: papers we have checked, the pass rate the Police publish,
            an all-in price and the hours that are really free. We keep the diary straight and the money safe until the
            lesson is done.
          </p>
        </div>
      </div>
    </section>
  );
}
