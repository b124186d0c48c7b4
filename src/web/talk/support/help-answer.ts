/** A question of the Help Center and what we answer to it. */
export type HelpAnswer = { question: string; answer: string };
