import fc from 'fast-check';
import { compareWithBank } from '#marketplace/money/outside/compare-outside.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import type { Outside } from '../histories/history.ts';
import { statementHead } from '../operators-account.ts';
import type { TestApp } from '../start-app.ts';
import { hashOf } from './stripe-lists.ts';

const nth = fc.nat(40);

/** What finance does with the operator's own account, and what strangers pay to it. */
export const bankStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('import' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('decide' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('comeBack' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('stranger' as const), cents: fc.integer({ min: 1, max: 9000 }) }),
  },
);
export type BankStep = typeof bankStep extends fc.Arbitrary<infer Step> ? Step : never;

type Line = {
  day: number;
  cents: number;
  text: string;
  balanceCents: number;
  isImported: boolean;
  isOther: boolean;
  isBack?: boolean;
};

const zone = 'Asia/Singapore';
const tokenMs = 20 * 3_600_000;

/** The operator's own account at a bank, to which everybody pays and from which people send; its statement is imported in pieces that overlap. */
export class BankWalk implements Outside {
  readonly payBy = 'paynow';
  readonly #app: TestApp;
  readonly #password: string;
  readonly #lines: Line[] = [];
  #admin = '';
  #token = { text: '', atMs: 0 };
  #notedCents = 0;
  #importedUntil: number | undefined;

  constructor(app: TestApp, password: string) {
    this.#app = app;
    this.#password = password;
  }

  /** Who of the staff does it from now on. */
  signAs(admin: string): void {
    this.#admin = admin;
    this.#token = { text: '', atMs: 0 };
  }

  async typeCard(payment: string, cardNumber: string): Promise<void> {
    if (cardNumber !== '4000000000003220') await this.#transfer(payment, cardNumber === '4000000000000002');
  }

  async payAtBank(payment: string): Promise<boolean> {
    return this.#transfer(payment, false);
  }

  noteByHand(cents: number, reference: string): void {
    this.#add(-cents, reference);
    this.#notedCents += cents;
  }

  async run(step: BankStep): Promise<void> {
    if (step.kind === 'import') await this.#import();
    if (step.kind === 'send') await this.#send(step.nth);
    if (step.kind === 'decide') await this.#decide(step.nth);
    if (step.kind === 'comeBack') this.#comeBack(step.nth);
    if (step.kind === 'stranger') this.#add(step.cents, `FROM SOMEBODY ${this.#lines.length}`);
  }

  /** All that waits is sent and imported. */
  async settle(): Promise<void> {
    for (let round = 0; round < 40 && (await this.#send(0)); round += 1);
    await this.#import();
    await this.#app.app.sweepers.runDue();
  }

  /** What the books and the statement differ by, and money of the books that never was on the account, or is on it and not in them. */
  async findUnexplained(): Promise<string[]> {
    const proof = await compareWithBank(this.#app.db, this.#app.clock.nowMs());
    const [row] = await this.#app.db.query<{ cents: number }>(
      `select coalesce((select ledger_balance(a) from ledger_accounts a where a.id = 'provider_clearing'), 0)::double precision as cents`,
    );
    const imported = this.#lines.filter(({ cents, isImported, isOther }) => cents > 0 && isImported && !isOther);
    const expectedCents = imported.reduce((sum, { cents }) => sum + cents, 0) - this.#notedCents;
    return [
      ...(proof?.differences ?? []).map((difference) => JSON.stringify(difference)),
      ...(row?.cents === expectedCents ? [] : [`the books have ${row?.cents} cents, the account ${expectedCents}`]),
    ];
  }

  /** What is on the account, but for what is not the platform's. */
  balanceCents(): number {
    return this.#lines.reduce((sum, { cents, isOther }) => sum + (isOther ? 0 : cents), 0);
  }

  /** Pays by the code that the payer sees: mostly what is asked, of some less, more, twice, or without the code. */
  async #transfer(payment: string, isShort: boolean): Promise<boolean> {
    const [row] = await this.#app.db.query<{ code: string; cents: number }>(
      `select "billReference" as code, coalesce(nullif("chargedCents", 0), "amountCents") as cents from payments where id = $1 and "billReference" <> ''`,
      [payment],
    );
    if (!row) return false;
    const mood = hashOf(`pays ${payment}`) % 12;
    const cents = isShort ? Math.ceil(row.cents / 3) : row.cents + (mood === 0 ? 400 : 0);
    this.#add(cents, mood === 1 ? `FROM SOMEBODY ${this.#lines.length}` : `PAYNOW ${row.code}`);
    if (mood === 2) this.#add(cents, `PAYNOW ${row.code} AGAIN`);
    if (hashOf(`seen ${payment}`) % 3 > 0) await this.#import();
    return true;
  }

  #add(cents: number, text: string): void {
    const balanceCents = (this.#lines.at(-1)?.balanceCents ?? 100_000) + cents;
    this.#lines.push({ day: this.#today(), cents, text, balanceCents, isImported: false, isOther: false });
  }

  #today(): number {
    return localDayOf(zone, this.#app.clock.nowMs());
  }

  /** The days since the last import and two before it, with the balance after each line. */
  async #import(): Promise<void> {
    const from = (this.#importedUntil ?? 0) - 2;
    const lines = this.#lines.filter(({ day }) => day >= from);
    if (lines.length === 0) return;
    const csv = [statementHead, ...lines.map(csvOf)].join('\n');
    if (!(await this.#ask('bank/import', { csv }))) throw new Error('The statement was not taken.');
    for (const line of lines) line.isImported = true;
    this.#importedUntil = this.#today();
  }

  /** Sends a refund or a payout that waits for a person; false where there is none. */
  async #send(which: number): Promise<boolean> {
    const rows = await this.#app.db.query<{ of: string; id: string; cents: number }>(
      `select 'refunds' as of, r.id, r."amountCents" as cents from refunds r where r.status in ('sent', 'failed')
       union all select 'payouts', x.id, x."amountCents" from payouts x where x.status = 'sent' order by 1, 2`,
    );
    const row = rows[which % Math.max(1, rows.length)];
    if (!row) return false;
    const reference = `FT${this.#lines.length}x${row.id}`;
    const isNoted = await this.#ask(`${row.of}/${row.id}/sent`, { reference, wasSent: true });
    if (isNoted) this.noteByHand(row.cents, reference);
    return isNoted;
  }

  /** The bank brings back what was sent, as the account it went to is closed. */
  #comeBack(which: number): void {
    const sent = this.#lines.filter(({ cents, isBack, text }) => cents < 0 && !isBack && text.startsWith('FT'));
    const line = sent[which % Math.max(1, sent.length)];
    if (!line) return;
    line.isBack = true;
    this.#add(-line.cents, `RETURN ${line.text}`);
  }

  /** Decides about a line that names nothing, or pays a second time. */
  async #decide(which: number): Promise<void> {
    const rows = await this.#app.db.query<{ id: string; text: string; cents: number }>(
      `select id, text, "amountCents" as cents from bank_lines where status = 'open' order by _seq`,
    );
    const row = rows[which % Math.max(1, rows.length)];
    if (!row) return;
    const path = `bank/lines/${row.id}`;
    const [, back] = /RETURN (\w+)/.exec(row.text) ?? [];
    if (back && (await this.#ask(path, { decision: 'came_back', reference: back }))) return;
    const [payment] = await this.#app.db.query<{ id: string }>(
      `select id from payments where "billReference" <> '' and (strpos($1, "billReference") > 0 or strpos($1, 'KB') = 0) order by created desc limit 1`,
      [row.text],
    );
    const mood = hashOf(row.id) % 3;
    if (mood === 0 && payment && (await this.#ask(path, { decision: 'match', payment: payment.id }))) return;
    if (mood === 1 && (await this.#ask(path, { decision: 'return' }))) {
      const reference = `RT${row.id}`;
      if (await this.#ask(path, { decision: 'returned', reference })) this.noteByHand(row.cents, reference);
      return;
    }
    // “SOMEBODY 1” is in “SOMEBODY 12”, too: the longest text is the line's own.
    const [line] = this.#lines
      .filter(({ text, cents }) => row.text.includes(text) && cents === row.cents)
      .toSorted((one, other) => other.text.length - one.text.length);
    if ((await this.#ask(path, { decision: 'other' })) && line) line.isOther = true;
  }

  async #ask(path: string, body: object): Promise<boolean> {
    const answer = await this.#post(`marketplace/${path}`, body, await this.#signedIn());
    if (answer.status >= 500) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.ok;
  }

  async #signedIn(): Promise<string> {
    const atMs = this.#app.clock.nowMs();
    if (this.#token.text !== '' && atMs - this.#token.atMs < tokenMs) return this.#token.text;
    const who = { identity: `${this.#admin}@kerbside.example`, password: this.#password };
    const { token } = (await (await this.#post('collections/users/auth-with-password', who, '')).json()) as {
      token: string;
    };
    this.#token = { text: token, atMs };
    return token;
  }

  #post(path: string, body: object, authorization: string): Promise<Response> {
    const headers = { 'content-type': 'application/json', authorization };
    return fetch(`${this.#app.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }
}

function csvOf({ day, cents, text, balanceCents }: Line): string {
  const date = dateText(day);
  const amount = (Math.abs(cents) / 100).toFixed(2);
  return `${date},${date},TRANSFER,${text},${cents < 0 ? amount : ''},${cents > 0 ? amount : ''},${(balanceCents / 100).toFixed(2)}`;
}
