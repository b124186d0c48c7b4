/** Who sends a body: the less is known of somebody, the smaller it may be. */
export type Sender = 'guest' | 'person' | 'superuser';

/** What the body of one request may have in it. */
export type BodyLimits = {
  /** Everything that is sent. */
  bytes: number;
  /** All of it but the files of a multipart body. */
  textBytes: number;
  /** Values of a form, text parts of a multipart body. */
  keys: number;
  /** File parts. */
  files: number;
  /** Values and names in JSON. */
  elements: number;
  /** Lists and objects inside each other. */
  levels: number;
};

/** Whose share of a memory is taken: an account's, or that of a guest's network; and that of the wide network which either comes from. */
export type Caller = { name: string; network: string; isGuest: boolean };

/** The memory that a request's body takes until the request is answered. */
export type HeldBytes = {
  /** For what is sent. Throws an ApiError when there is no room for so many bytes more. */
  take: (bytes: number) => void;
  /** For what is built of it. Throws as `take` does, but what is too much alone waits until nothing else is held. */
  build: (bytes: number) => void;
  release: () => void;
};
