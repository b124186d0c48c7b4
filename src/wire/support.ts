/** What `GET /api/marketplace/support-requests/{id}/joinable` answers. */
export type JoinableAnswer = { items: Joinable[] };

/** Something that a request may be about: when it was (an instant in UTC), and who else is in it. */
export type Joinable = { kind: 'lesson' | 'payment' | 'person'; record: string; name: string; at: string | null };
