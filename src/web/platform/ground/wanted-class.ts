const key = 'kerbside_class';

/** Keeps the class that was looked for in this tab, so that booking asks with it filled in; what is no filter any more is forgotten. */
export function keepWantedClass(licenceClass: string | undefined): void {
  if (licenceClass) sessionStorage.setItem(key, licenceClass);
  else sessionStorage.removeItem(key);
}

/** The class that was looked for last in this tab. */
export function wantedClass(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}
