/**
 * What became of a message handed to a provider. A final refusal is not tried again: the number or the device does not take it. `mayBeSent`: whoever stands
 * before the provider failed, so it may have gone out all the same.
 */
export type SendOutcome = { ok: true } | { ok: false; isFinal: boolean; reason: string; mayBeSent?: boolean };

/** A provider of text messages to phones. */
export type SmsSender = {
  /** `to` is a number with its country's code, such as `+6581234567`. Throws when the provider can't be reached. */
  send: (message: { to: string; text: string }) => Promise<SendOutcome>;
};

/** A browser, by its push service and the keys that only it can read by. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** The way to browsers in which no page is open. */
export type PushSender = {
  /** What browsers subscribe with, base64url. */
  publicKey: string;
  /** Whether an address is one that we send to. */
  isService: (endpoint: string) => boolean;
  /** A message of the same `topic` (at most 32 characters of base64url) takes the place of one that still waits. Throws like `send` of SMS. */
  send: (target: PushTarget, message: { text: string; topic: string }) => Promise<SendOutcome>;
};

/** The ways out of the product that need a provider; one that is absent is not set up on this server. */
export type DeliveryWays = { sms?: SmsSender; push?: PushSender };
