import { useState } from 'react';
import { Link } from 'react-router';
import { handOversPath } from '#rules/paths/learner-paths.ts';
import * as texts from '#texts/students.ts';
import type { StudentAnswer } from '#wire/students.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { AskHandOver } from '../../trust/hand-overs/AskHandOver.tsx';
import { useHandOvers } from '../../trust/hand-overs/use-hand-overs.ts';

/** The way to give a learner with an account into another instructor's hands. */
export function HandOver({ student, instructor }: { student: StudentAnswer; instructor: string }) {
  const [isOpen, setOpen] = useState(false);
  const { learner } = student;
  const waits = useHandOvers().data?.some(
    ({ status, role, learner: of }) => status === 'waiting' && role === 'giver' && of.id === learner.id,
  );
  return (
    <section aria-labelledby="hand-over" className="print:hidden">
      <h2 id="hand-over" className="mb-2 text-title">
        {texts.handOver}
      </h2>
      <p className="mb-4 text-soft">{texts.handOverMeans}</p>
      {waits ? (
        <Link to={handOversPath} className="inline-flex min-h-12 items-center">
          {texts.handOverWaits}
        </Link>
      ) : (
        <Button variant="secondary" className="min-h-12" onClick={() => setOpen(true)}>
          {texts.handOverTo}
        </Button>
      )}
      {isOpen && (
        <AskHandOver
          learner={learner.id}
          from={instructor}
          about={texts.aboutHandingOver}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
