/** What `GET /api/marketplace/pickup-advice` answers. */
export type PickupAdviceAnswer = { items: AdviceLine[] };

/** Where to meet, or where one may not stop, in an area around a pick-up. */
export type AdviceLine = { area: string; kind: 'meet' | 'avoid'; text: string };
