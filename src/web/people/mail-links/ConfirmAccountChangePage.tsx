import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import * as texts from '#texts/mailLinks.ts';
import '../../platform/styles/sign-in.css';
import type { AccountChangeLinkAnswer } from '#wire/account.ts';
import { callMarketplace } from '../../platform/session/backend.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AuthCard } from '../auth/AuthCard.tsx';
import { useMailLink } from './use-mail-link.ts';

type Decision = 'confirm' | 'refuse';

function sendLink(token: string, decision: Decision | ''): Promise<AccountChangeLinkAnswer> {
  return callMarketplace('POST', 'account-change-links', { body: { token, decision } });
}

/** Where the link of a mail about a change leads that staff ask for: its owner sees what it is, and confirms or refuses it. */
export function ConfirmAccountChangePage() {
  const { token = '' } = useParams();
  const link = useMailLink('users');
  const asked = useRef('');
  const [change, setChange] = useState<AccountChangeLinkAnswer>();
  const { step } = link.outcome;
  const send = (decision: Decision | '') =>
    link.send(async () => {
      setChange(await sendLink(token, decision));
    });
  useEffect(() => {
    if (asked.current === token) return;
    asked.current = token;
    void send('');
  });
  return (
    <AuthCard title={texts.accountChange}>
      <div className="grid min-h-53 grid-cols-[minmax(0,1fr)] content-start gap-5">
        {step === 'over' && <Notice kind="attention">{texts.accountChangeSpent}</Notice>}
        {link.outcome.step === 'failed' && <Notice kind="failure">{link.outcome.text}</Notice>}
        {change && step !== 'over' && change.status !== 'waiting' && (
          <>
            <Notice kind="success">
              {change.status === 'done' ? texts.accountWasChanged : texts.accountChangeRefused}
            </Notice>
            <LinkButton to="/login">{texts.signIn}</LinkButton>
          </>
        )}
        {change?.status === 'waiting' && step !== 'over' && (
          <>
            <p className="[overflow-wrap:anywhere]">{texts.staffAskTo({ field: change.field, value: change.value })}</p>
            <div className="flex flex-wrap gap-3">
              <Button isBusy={link.isBusy} onClick={() => void send('confirm')}>
                {texts.confirmChange}
              </Button>
              <Button variant="secondary" disabled={link.isBusy} onClick={() => void send('refuse')}>
                {texts.refuseChange}
              </Button>
            </div>
          </>
        )}
      </div>
    </AuthCard>
  );
}
