const badges = [
  {
    title: 'Verified instructors',
    how: 'Licence, car and insurance checked against the Police list, again every month',
  },
  { title: 'Real ratings and reviews', how: 'Only after a finished, paid lesson; nobody else can write one' },
  {
    title: 'Refund guarantee',
    how: 'All back when you cancel 24 hours ahead, or when your first lesson was not right',
  },
  { title: 'Transparent pricing', how: 'The price you see is what you pay, and Kerbside takes S$0 from learners' },
];

/** Four promises, each with how it is kept. */
export function TrustBadges() {
  return (
    <ul aria-label="What you can rely on" className="wrap grid grid-cols-2 gap-5 lg:grid-cols-4">
      {badges.map(({ title, how }) => (
        <li key={title} className="lane-top pt-4 text-sm text-soft">
          <b className="block text-base leading-6 text-ink">{title}</b>
          {how}
        </li>
      ))}
    </ul>
  );
}
