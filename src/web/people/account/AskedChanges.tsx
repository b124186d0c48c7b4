import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountChangeKind, takesPartAway } from '#rules/staff/account-change-kind.ts';
import * as texts from '#texts/account.ts';
import type { AccountChange } from '../../platform/records/account-change.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { messageOf } from '../../platform/session/message-of.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';

const key = ['asked-changes'] as const;

/** What staff ask to have changed of one's own account; nothing while nobody does. */
export function AskedChanges({ user }: { user: SessionUser }) {
  const { data = [] } = useQuery({
    queryKey: [...key, user.id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter(`user = {:user} && status = 'waiting'`, { user: user.id });
      const options = { filter, sort: 'created,id', skipTotal: true, signal };
      return (await backend.collection('account_changes').getList<AccountChange>(1, 10, options)).items;
    },
  });
  return data.map((change) => <Asked key={change.id} change={change} />);
}

function Asked({ change }: { change: AccountChange }) {
  const { id, value } = change;
  const queries = useQueryClient();
  const tell = useTelling();
  const refusing = useMutation({
    mutationFn: async () => (await loadBackend()).collection('account_changes').update(id, { status: 'refused' }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const refuse = () =>
    tell(refusing.mutateAsync(), {
      done: texts.changeRefused,
      failed: (error) => fieldMessageFor(error, 'status') ?? messageOf(error, texts.changeNotRefused),
    });
  const isRefusable = !takesPartAway(change);
  return (
    <Notice kind="attention">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <p className="[overflow-wrap:anywhere]">{texts.staffAskFor({ kind: accountChangeKind(change), value })}</p>
        {isRefusable && (
          <Button variant="secondary" className="justify-self-start" isBusy={refusing.isPending} onClick={refuse}>
            {texts.refuseThis}
          </Button>
        )}
      </div>
    </Notice>
  );
}
