/** The path of the Chromium for tests and screenshots, preferably the headless shell; or undefined. */
export function findChromium(): string | undefined;

/** The path of a Chromium with all of a browser's parts, such as notifications; or undefined. */
export function findWholeChromium(): string | undefined;
