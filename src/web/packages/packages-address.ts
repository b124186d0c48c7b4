/** The page on which a package of an instructor is bought; guests sign in on the way. */
export function buyPath(instructor: string, minutes: number): string {
  return `/dashboard/packages?${new URLSearchParams({ buy: instructor, minutes: String(minutes) })}`;
}

/** The page on which a package that was ordered is paid. */
export function payPath(purchase: string): string {
  return `/dashboard/packages?${new URLSearchParams({ pay: purchase })}`;
}

const idPattern = /^[a-z0-9]{15}$/;

/** What the packages' page is asked for: to buy, to pay, or else to show what there is. */
export function readPackagesAddress(query: URLSearchParams) {
  const id = (name: string) => idPattern.exec(query.get(name) ?? '')?.[0];
  const minutes = Number(query.get('minutes'));
  return { pay: id('pay'), buy: id('buy'), minutes: minutes > 0 && minutes <= 600 ? minutes : undefined };
}
