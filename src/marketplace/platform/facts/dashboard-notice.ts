import * as texts from '#texts/app.ts';

/** What is said over the reference's dashboard where an operator put it. */
export const dashboardNotice = texts.dashboardOfOperator;
