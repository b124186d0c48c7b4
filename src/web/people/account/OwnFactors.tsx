import { KeyRound, Smartphone } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import * as texts from '#texts/account.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { formatStart } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useToast } from '../../platform/ui/Toasts.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { usePasskeys } from '../auth/passkeys.ts';
import { FreshSignIn } from './FreshSignIn.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { shownZone } from './shown-zone.ts';
import {
  type OwnFactor,
  type OwnFactorKind,
  removeFactor,
  useFreshly,
  useOwnFactors,
  useRereading,
} from './use-own-factors.ts';

const AddApp = lazy(async () => ({ default: (await import('./AddApp.tsx')).AddApp }));
const AddPasskey = lazy(async () => ({ default: (await import('./AddPasskey.tsx')).AddPasskey }));

/** The second factors that are not the mailbox: authenticator apps and passkeys. */
export function OwnFactors({ user }: { user: SessionUser }) {
  const hasPasskeys = usePasskeys();
  return (
    <>
      <Factors user={user} kind="totp_devices" canAdd />
      <Factors user={user} kind="passkeys" canAdd={hasPasskeys} />
    </>
  );
}

const words = {
  totp_devices: {
    title: texts.authenticatorApps,
    lead: texts.authenticatorAppsLead,
    none: texts.noAppYet,
    add: texts.addAnApp,
    removal: texts.appSignsInNoMore,
    Icon: Smartphone,
  },
  passkeys: {
    title: texts.passkeys,
    lead: texts.passkeysLead,
    none: texts.noPasskeyYet,
    add: texts.addAPasskey,
    removal: texts.passkeySignsInNoMore,
    Icon: KeyRound,
  },
};

type FactorsProps = { user: SessionUser; kind: OwnFactorKind; canAdd: boolean };

function Factors({ user, kind, canAdd }: FactorsProps) {
  const id = useId();
  const { title, lead, none, add } = words[kind];
  const read = useOwnFactors(kind);
  const reread = useRereading();
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const Add = kind === 'passkeys' ? AddPasskey : AddApp;
  const added = (recoveryCodes: readonly string[]) => {
    setAdding(false);
    setCodes(recoveryCodes);
    reread();
  };
  return (
    <section aria-labelledby={id} className="card grid gap-3 p-4">
      <div>
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <p className="text-note text-soft">{lead}</p>
      </div>
      <WhenRead read={read} what={title} notLoaded={texts.factorsNotLoaded} skeleton="h-12 w-full">
        {read.data &&
          (read.data.length === 0 ? (
            <p className="text-note text-soft">{none}</p>
          ) : (
            <ul aria-label={title} className="divide-y divide-line [&>*]:border-line">
              {read.data.map((factor) => (
                <Factor key={factor.id} user={user} kind={kind} factor={factor} />
              ))}
            </ul>
          ))}
      </WhenRead>
      {canAdd && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setAdding(true)}>
          {add}
        </Button>
      )}
      <Suspense>{isAdding && <Add user={user} onAdded={added} onClose={() => setAdding(false)} />}</Suspense>
      <RecoveryCodes codes={codes} email={user.email} onClose={() => setCodes([])} />
    </section>
  );
}

function Factor({ user, kind, factor }: { user: SessionUser; kind: OwnFactorKind; factor: OwnFactor }) {
  const zone = shownZone(user);
  const toast = useToast();
  const reread = useRereading();
  const [isRemoving, setRemoving] = useState(false);
  const { Icon, removal } = words[kind];
  const removing = useFreshly(
    user,
    () => removeFactor(kind, factor.id),
    () => {
      toast({ text: texts.factorIsRemoved({ name: factor.name }) });
      reread();
    },
  );
  return (
    <li className="grid gap-2 py-2">
      <div className="flex items-center gap-4">
        <Icon size={22} strokeWidth={1.75} aria-hidden className="shrink-0 text-soft" />
        <div className="min-w-0 grow">
          <p className="break-words font-semibold">{factor.name}</p>
          <p className="text-note text-soft">
            {factor.lastUsed === ''
              ? texts.addedNeverUsed({ added: formatStart(factor.created, zone) })
              : texts.addedLastUsed({
                  added: formatStart(factor.created, zone),
                  lastUsed: formatStart(factor.lastUsed, zone),
                })}
          </p>
        </div>
        <Button
          variant="quiet"
          className="shrink-0 px-2"
          isBusy={removing.isBusy}
          onClick={() => {
            removing.reset();
            setRemoving(true);
          }}
        >
          {inline(texts.removeFactor({ span: (text) => <span className="unseen">{text}</span>, name: factor.name }))}
        </Button>
      </div>
      {removing.failure && <Notice kind="failure">{removing.failure}</Notice>}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={texts.removeThisFactor({ name: factor.name })}
        description={removal}
        confirmLabel={texts.remove}
        isHarmful
        onConfirm={() => {
          setRemoving(false);
          removing.start();
        }}
      />
      <FreshSignIn user={user} isOpen={removing.isAsking} onDone={removing.goOn} onClose={removing.stopAsking} />
    </li>
  );
}
