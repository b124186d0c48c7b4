import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as texts from '#texts/notifications.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { useToast } from '../../platform/ui/Toasts.tsx';
import { joinPush, type PushState, readPushState, renewPush } from './push-device.ts';
import { SwitchLine } from './SwitchLine.tsx';

type PushLineProps = {
  isOn: boolean;
  /** What browsers subscribe with; empty where the server has no push. */
  publicKey: string;
  onTurn: (isOn: boolean) => void;
};

const stateKey = ['push-device'] as const;

/** The switch of push. It holds for the account; each browser that is to be told in takes part for itself. */
export function PushLine({ isOn, publicKey, onTurn }: PushLineProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const { data: state } = useQuery({
    queryKey: stateKey,
    queryFn: isOn ? renewPush : readPushState,
    enabled: publicKey !== '',
  });
  const joining = useMutation({
    mutationFn: () => joinPush(publicKey),
    onSuccess: (joined) => queries.setQueryData(stateKey, joined),
    onError: () => toast({ text: texts.thisBrowserNotReached, isFailure: true }),
  });
  const turn = async (wanted: boolean) => {
    if (!wanted || state === 'on') return onTurn(wanted);
    if ((await joining.mutateAsync().catch(() => 'off')) === 'on') onTurn(true);
  };
  const isOutOfReach = publicKey === '' || ((state === 'unsupported' || state === 'forbidden') && !isOn);
  return (
    <SwitchLine
      label={texts.push}
      note={
        <>
          {noteOf(publicKey, state, isOn)}
          {isOn && state === 'off' && publicKey !== '' && (
            <Button
              variant="secondary"
              className="relative mt-2"
              isBusy={joining.isPending}
              onClick={() => joining.mutate()}
            >
              {texts.tellMeInThisBrowser}
            </Button>
          )}
        </>
      }
      isOn={isOn && publicKey !== ''}
      isDisabled={isOutOfReach || joining.isPending}
      onTurn={(wanted) => void turn(wanted)}
    />
  );
}

function noteOf(publicKey: string, state: PushState | undefined, isOn: boolean): string {
  if (publicKey === '') return texts.thisServerHasNoPush;
  if (state === 'unsupported') return texts.thisBrowserCantBeReached;
  if (state === 'forbidden') return texts.youHaveForbiddenNotifications;
  if (isOn && state === 'on') return texts.pushOnHere;
  return isOn ? texts.pushOnElsewhere : texts.pushNote;
}
