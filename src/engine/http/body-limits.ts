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

/** The bytes that a request holds in memory until it is answered. */
export type HeldBytes = {
  /** Throws an ApiError when there is no room for so many more. */
  take: (bytes: number) => void;
  release: () => void;
};
