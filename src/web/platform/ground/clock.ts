let offsetMs = 0;

/** Sets the product's time, as the server gave it with the page. The server's clock governs; the device's only ticks. */
export function setClock(serverNow: string): void {
  const server = Date.parse(serverNow);
  if (!Number.isNaN(server)) offsetMs = server - Date.now();
}

/** The product's time now. */
export function currentTime(): Date {
  return new Date(Date.now() + offsetMs);
}
