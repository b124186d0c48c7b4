/** What became of a message handed to a provider. A final refusal is not tried again: the number or the device does not take it. */
export type SendOutcome = { ok: true } | { ok: false; isFinal: boolean; reason: string };

/** A provider of text messages to phones. */
export type SmsSender = {
  /** `to` is a number with its country's code, such as `+6581234567`. Throws when the provider can't be reached. */
  send: (message: { to: string; text: string }) => Promise<SendOutcome>;
};

/** The ways out of the product that need a provider; one that is absent is not set up on this server. */
export type DeliveryWays = { sms?: SmsSender };
