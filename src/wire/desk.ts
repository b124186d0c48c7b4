/** What `POST /api/marketplace/cases/{id}/visit` answers: who else has the case open. */
export type CaseVisitAnswer = { others: Array<{ name: string }> };

/** What `POST /api/marketplace/reports/{id}/retry` answers. */
export type ReportRetryAnswer = { report: string; status: 'processing' };
