import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router';
import * as texts from '#texts/students.ts';
import type { JoinAnswer } from '#wire/students.ts';
import { callMarketplace } from '../../platform/session/backend.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';

/** Where an instructor's invitation leads: the signed-in learner says that this instructor brought them along. */
export function JoinPage() {
  const { code = '' } = useParams();
  const join = useMutation({
    mutationFn: () => callMarketplace<JoinAnswer>('POST', 'own-learners/join', { body: { code } }),
  });
  if (join.data) {
    const { instructor, instructorName } = join.data;
    return (
      <section aria-labelledby="join" className="grid max-w-[40rem] justify-items-start gap-4 text-body">
        <h2 id="join" className="text-heading">
          {texts.joinedInstructor({ instructorName })}
        </h2>
        <p>{texts.joinedMeans}</p>
        <LinkButton className="min-h-12 text-body" to={`/instructors/${instructor}`}>
          {texts.seeFreeTimes}
        </LinkButton>
      </section>
    );
  }
  return (
    <section aria-labelledby="join" className="grid max-w-[40rem] justify-items-start gap-4 text-body">
      <h2 id="join" className="text-heading">
        {texts.invitedByInstructor}
      </h2>
      <p>{texts.invitedMeans}</p>
      {join.error && (
        <Notice kind="failure">
          {fieldMessageFor(join.error, 'code') ?? messageFor(join.error, texts.codeUnknown)}
        </Notice>
      )}
      <Button
        className="min-h-12 text-body"
        isBusy={join.isPending}
        busyText={texts.saving}
        onClick={() => join.mutate()}
      >
        {texts.joinInstructor}
      </Button>
    </section>
  );
}
