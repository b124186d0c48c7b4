const idPattern = /^[a-z0-9]{15}$/;

/** What the packages' page is asked for: to buy, to pay, or else to show what there is. */
export function readPackagesAddress(query: URLSearchParams) {
  const id = (name: string) => idPattern.exec(query.get(name) ?? '')?.[0];
  const minutes = Number(query.get('minutes'));
  return { pay: id('pay'), buy: id('buy'), minutes: minutes > 0 && minutes <= 600 ? minutes : undefined };
}
