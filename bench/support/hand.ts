import type { Locator, Page } from '@playwright/test';

/** Seconds of the keystroke-level model (Card, Moran and Newell 1980; a tap and a character as on touch screens), and what it says nothing about. */
export const operators = {
  /** Pointing included. */
  tap: 0.95,
  character: 0.5,
  /** Before each field and each choice. */
  thought: 1.35,
  /** Assumed: a paper laid down, photographed and taken over. */
  photograph: 15,
  /** Assumed: to the mail program and its newest mail. */
  toTheMails: 10,
};

const wordsPerSecond = 238 / 60;

export type Counts = {
  taps: number;
  characters: number;
  thoughts: number;
  photographs: number;
  mails: number;
  waitedMs: number;
  words: number;
};

/** A person's hand on a page: does what a test does, and counts what that takes a person. */
export class Hand {
  readonly counts: Counts = { taps: 0, characters: 0, thoughts: 0, photographs: 0, mails: 0, waitedMs: 0, words: 0 };
  readonly #page: Page;
  readonly #read = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** A tap that needs no decision: the one thing to do next. */
  async tap(target: Locator): Promise<void> {
    await this.#see(target);
    await this.#waiting(() => target.click());
    this.counts.taps++;
  }

  /** One of several that are offered. */
  async choose(target: Locator): Promise<void> {
    this.counts.thoughts++;
    await this.tap(target);
  }

  /** A field: into it by a tap, and each character. */
  async type(target: Locator, text: string): Promise<void> {
    await this.choose(target);
    await target.fill(text);
    this.counts.characters += text.length;
  }

  async photograph(target: Locator, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    this.counts.thoughts++;
    this.counts.taps++;
    this.counts.photographs++;
    await this.#waiting(() => target.setInputFiles(file));
  }

  /** Into the mails and by a link of the newest back to the page; `follow` does it, without a hand. */
  async mail(follow: () => Promise<void>): Promise<void> {
    this.counts.mails++;
    this.counts.taps++;
    await this.#waiting(follow);
  }

  /** To another page, by a link that its finder has to choose. */
  async go(path: string): Promise<void> {
    this.counts.thoughts++;
    this.counts.taps++;
    await this.#waiting(() => this.#page.goto(path));
  }

  /** Waits until something is there. */
  async wait(target: Locator): Promise<void> {
    await this.#see(target);
  }

  /** Seconds by the model, with what was waited for in truth. */
  seconds(): number {
    const { taps, characters, thoughts, photographs, mails, waitedMs } = this.counts;
    const by = operators;
    const acted = taps * by.tap + characters * by.character + thoughts * by.thought;
    return acted + photographs * by.photograph + mails * by.toTheMails + waitedMs / 1000;
  }

  /** Seconds to read every word that came into sight, which few people do. */
  readingSeconds(): number {
    return this.counts.words / wordsPerSecond;
  }

  async #see(target: Locator): Promise<void> {
    await this.#waiting(() => target.waitFor({ state: 'attached' }));
    await this.#readPage();
  }

  async #waiting(act: () => Promise<unknown>): Promise<void> {
    const began = performance.now();
    await act();
    this.counts.waitedMs += performance.now() - began;
  }

  /** Each line once, however often it is seen. */
  async #readPage(): Promise<void> {
    const texts = await this.#page.locator('main, [role="dialog"]').allInnerTexts();
    for (const line of texts.flatMap((text) => text.split('\n'))) {
      if (this.#read.has(line)) continue;
      this.#read.add(line);
      this.counts.words += line.split(/\s+/).filter(Boolean).length;
    }
  }
}
