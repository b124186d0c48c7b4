import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../ui/Button.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { joinPush, type PushState, readPushState } from './push-device.ts';
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
  const { data: state } = useQuery({ queryKey: stateKey, queryFn: readPushState, enabled: publicKey !== '' });
  const joining = useMutation({
    mutationFn: () => joinPush(publicKey),
    onSuccess: (joined) => queries.setQueryData(stateKey, joined),
    onError: () => toast({ text: 'This browser could not be reached by push. Try again.', isFailure: true }),
  });
  const turn = async (wanted: boolean) => {
    if (!wanted || state === 'on') return onTurn(wanted);
    if ((await joining.mutateAsync().catch(() => 'off')) === 'on') onTurn(true);
  };
  const isOutOfReach = publicKey === '' || ((state === 'unsupported' || state === 'forbidden') && !isOn);
  return (
    <SwitchLine
      label="Push"
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
              Tell me in this browser, too
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
  if (publicKey === '') return 'This server has no push service, so nothing is pushed to your devices.';
  if (state === 'unsupported')
    return 'This browser can’t be reached by push. On an iPhone, add Kerbside to the home screen first.';
  if (state === 'forbidden')
    return 'You have forbidden notifications for this site. Allow them in the browser’s settings.';
  if (isOn && state === 'on') return 'On this device, even when no page is open';
  return isOn ? 'On, but not in this browser' : 'On your devices, even when no page is open';
}
