/** What `POST /api/marketplace/payments/{id}/close` answers: how the payment that was given up stands. */
export type PaymentClosingAnswer = { payment: string; status: string };

/** What `POST /api/marketplace/payments/{id}/declare` answers: until when the money is waited for, as an instant in UTC. */
export type PaymentDeclaringAnswer = { payment: string; status: string; until: string | null };

/** What `POST /api/marketplace/payments/{id}/card-form` answers: by what the provider's form offers the payer's saved cards. */
export type CardFormAnswer = { customerSession: string };
