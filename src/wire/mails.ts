/** What `GET /api/marketplace/mails/undelivered` answers: those that wait for somebody, then those whose owner was told. */
export type UndeliveredAnswer = { open: UndeliveredMail[]; done: UndeliveredMail[] };

/** A mail that the mail server refused, or that was tried to the end, without its words. Instants are ISO text in UTC. */
export type UndeliveredMail = {
  id: number;
  to: string;
  /** Of the account that has the address, where there is one (`isAccount`). */
  name: string;
  isAccount: boolean;
  /** False: its words are gone, and it can't be sent again. */
  hasWords: boolean;
  subject: string;
  error: string;
  attempts: number;
  created: string;
  handledBy: string;
  handledAt: string | null;
};
