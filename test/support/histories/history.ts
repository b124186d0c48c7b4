import { readFileSync } from 'node:fs';
import type { Database } from '#engine/database/database.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import type { Ask } from './ask.ts';
import { asksOf } from './asks.ts';
import type { ProviderNews } from './moody-provider.ts';
import type { People } from './people.ts';
import type { What } from './steps.ts';
import { findWrongs } from './wrongs.ts';

/** The product as a history needs it. */
export type HistoryServer = {
  db: Database;
  url: () => Promise<string>;
  nowMs: () => number;
  setClock: (nowMs: number) => Promise<void>;
  hear: (news: ProviderNews) => Promise<void>;
  /** Does all that is due. */
  sweep: () => Promise<void>;
  /** Where its provider writes down what it paid. */
  paidFile: string;
};

/** A payment provider that plays its part by itself, in place of the sandbox. */
export type Outside = {
  /** The payer of a payment types a card in at the provider. */
  typeCard: (payment: string, cardNumber: string) => Promise<void>;
  /** The payer confirms at their bank; false where it can't be paid. */
  payAtBank: (payment: string) => Promise<boolean>;
  /** So many cents left the operator's own bank by hand, by a reference. */
  noteByHand: (cents: number, reference: string) => void;
  /** What everything is paid with, where cards are not taken. */
  payBy?: 'paynow';
};

/** Does work during which the server may die, after so many calls of its database. */
type Through = (calls: number | undefined, work: () => Promise<unknown>) => Promise<void>;

/** After how many calls of the database the server dies while it is asked, and while it does what is due; not at all where nothing is said. */
export type Deaths = { asked?: number | undefined; sweeping?: number | undefined };

/** Tokens end, and the clock moves on by days. */
const tokenMs = 24 * 3_600_000;
let made = 0;
const newId = () => `made${String(++made).padStart(11, '0')}`;

/** What a few people do on the real product, and what must never be found after any of it. */
export class History {
  readonly #server: HistoryServer;
  readonly #people: People;
  readonly #password: string;
  readonly #through: Through;
  readonly #outside: Outside | undefined;
  readonly #tokens = new Map<string, { token: string; atMs: number }>();
  /** How many asks were answered well, by what they were for: a history of refusals alone shows nothing. */
  readonly done = new Map<string, number>();

  constructor(
    server: HistoryServer,
    {
      people,
      password,
      through = (_, work) => work().then(() => undefined),
      outside,
    }: { people: People; password: string; through?: Through; outside?: Outside },
  ) {
    this.#server = server;
    this.#people = people;
    this.#password = password;
    this.#through = through;
    this.#outside = outside;
  }

  async run(what: What, deaths: Deaths = {}): Promise<void> {
    const { db, nowMs, sweep } = this.#server;
    const scene = { db, people: this.#people, nowMs: nowMs(), newId };
    const asks = what.kind === 'leave' ? await this.#leaving(what.person) : await asksOf(what, scene);
    // In the midst of one of them.
    const dying = asks.length > 0 ? (deaths.asked ?? 0) % asks.length : 0;
    for (const [index, one] of asks.entries())
      await this.#ask(what.kind, one, index === dying ? deaths.asked : undefined);
    await this.#through(deaths.sweeping, sweep);
    // Done once more, every job changes nothing; with a provider of its own the next step shows that, too.
    if (!this.#outside) await sweep();
  }

  async #ask(kind: string, ask: Ask, deaths: number | undefined): Promise<void> {
    if ('toMs' in ask) return this.#server.setClock(ask.toMs);
    if ('news' in ask) {
      await this.#through(deaths, () => this.#server.hear(ask.news));
      return this.#note(ask.news.kind);
    }
    const { person, path, method = 'POST', body } = ask;
    if (this.#outside && path === 'sandbox/bank') {
      if (await this.#outside.payAtBank(String(body.payment))) this.#note(kind);
      return;
    }
    const { cardNumber, ...bare } = body;
    const token = await this.#tokenOf(person);
    // Whoever gets no answer asks once more, by the same id.
    const paidBy = this.#outside?.payBy && bare.method === 'card' ? { method: this.#outside.payBy } : {};
    const given = this.#outside ? { ...bare, ...paidBy } : body;
    const asked: Record<string, unknown> = method === 'POST' ? { id: newId(), ...given } : given;
    let isDone = false;
    await this.#through(deaths, async () => {
      isDone = (await this.#send(path, { token, method, body: asked })).isDone;
    });
    if (isDone) this.#note(kind);
    if (isDone && ask.sentCents !== undefined) this.#outside?.noteByHand(ask.sentCents, String(body.reference));
    if (isDone && typeof cardNumber === 'string') await this.#outside?.typeCard(String(asked.id), cardNumber);
  }

  #note(kind: string): void {
    this.done.set(kind, (this.done.get(kind) ?? 0) + 1);
  }

  /** Sees what closing an account comes to, and agrees. */
  async #leaving(place: number): Promise<Ask[]> {
    const { learners, owners } = this.#people;
    const person = [...learners, ...owners][place] ?? '';
    const path = 'marketplace/close-account';
    const { body } = await this.#send(path, { token: await this.#tokenOf(person), method: 'GET' });
    const agreed = { confirmation: `${person}@kerbside.example`, password: this.#password, agreed: body.plan ?? '' };
    return [{ person, path, body: agreed }];
  }

  async #tokenOf(person: string): Promise<string> {
    // A guest has none.
    if (person === '') return '';
    const known = this.#tokens.get(person);
    const atMs = this.#server.nowMs();
    if (known && atMs - known.atMs < tokenMs) return known.token;
    const who = { identity: `${person}@kerbside.example`, password: this.#password };
    const path = 'collections/users/auth-with-password';
    const { body } = await this.#send(path, { token: '', method: 'POST', body: who });
    // Whoever closed the account is nobody.
    const token = String(body.token ?? '');
    this.#tokens.set(person, { token, atMs });
    return token;
  }

  async #send(path: string, { token, method, body }: { token: string; method: string; body?: object }) {
    const answer = await fetch(`${await this.#server.url()}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: token },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (answer.status >= 500)
      throw new Error(`${method} ${path} ${JSON.stringify(body)} was answered ${answer.status}: ${text}`);
    return { isDone: answer.ok, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  }

  /** What is wrong by now, in words; nothing, always. */
  async findWrongs(): Promise<string[]> {
    const { db, nowMs, paidFile } = this.#server;
    const { faults } = await proveLedger(db);
    return [
      ...faults.map((fault) => JSON.stringify(fault)),
      ...(await findWrongs(db, nowMs())),
      ...(await paidTwice(db, paidFile)),
    ];
  }
}

/** What the provider paid in other amounts than one by each id, or not as it is written down here. */
async function paidTwice(db: Database, paidFile: string): Promise<string[]> {
  const lines = new Set(readFileSync(paidFile, 'utf8').split('\n').filter(Boolean));
  const said = [...lines].map((line) => line.split(' '));
  const rows = await db.query<{ id: string; cents: number }>(
    `select t.id, t.cents from unnest($1::text[], $2::integer[]) as t (id, cents)
     where not exists (select from refunds r where r.id = t.id and t.cents in (r."amountCents",
         -- One that came back is divided where the bank takes a part of its payment.
         (select sum(x."amountCents") from refunds x where x.payment = r.payment and (x.id = r.id or starts_with(x._cause, r._cause || ':')))))
       and not exists (select from payouts p where p.id = t.id and p."amountCents" = t.cents)`,
    [said.map(([id]) => id), said.map(([, cents]) => Number(cents))],
  );
  return rows.map(({ id, cents }) => `the provider paid ${cents} cents for ${id}`);
}
