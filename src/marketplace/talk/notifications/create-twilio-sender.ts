import { z } from 'zod';
import { readJsonAnswer } from '#engine/http/read-answer.ts';
import type { SendOutcome, SmsSender } from './delivery-ways.ts';

const refusal = z.object({ message: z.string(), code: z.number().optional() });
/** Longer than this no provider takes to say yes or no, in milliseconds. */
const patienceMs = 15_000;

/**
 * Sends text messages through Twilio's REST API. `url` carries account, token and sender:
 * `https://account:token@api.twilio.com?from=%2B6580000000`.
 */
export function createTwilioSender(url: string): SmsSender {
  const { origin, username, password, searchParams } = new URL(url);
  const account = decodeURIComponent(username);
  const authorization = `Basic ${Buffer.from(`${account}:${decodeURIComponent(password)}`).toString('base64')}`;
  const from = searchParams.get('from') ?? '';
  return {
    async send({ to, text }) {
      const answer = await fetch(`${origin}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        signal: AbortSignal.timeout(patienceMs),
      });
      return readOutcome(answer);
    },
  };
}

async function readOutcome(answer: Response): Promise<SendOutcome> {
  if (answer.ok) {
    await answer.body?.cancel();
    return { ok: true };
  }
  // What is wrong with a number stays wrong; a wrong token or too many messages is put right by the operator or by time.
  const said = refusal.safeParse(await readJsonAnswer(answer).catch(() => undefined));
  const reason = said.success ? said.data.message : `status ${answer.status}`;
  const { status } = answer;
  return { ok: false, isFinal: status === 400 || status === 404, reason, mayBeSent: status >= 500 };
}
