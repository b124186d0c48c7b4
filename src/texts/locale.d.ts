/** The locale by which this page writes dates, numbers and money: English as in Singapore unless the page or its reader says otherwise. */
export declare function locale(): string;
/** Lets this page write by another locale from now on. For a browser's page only: a server writes for many people at once. */
export declare function setLocale(next: string): void;
