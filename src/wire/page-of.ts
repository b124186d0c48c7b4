/** A page of a list as the computed reads answer one; the totals are of all pages. */
export type PageOf<Item> = { items: Item[]; page: number; perPage: number; totalItems: number; totalPages: number };
