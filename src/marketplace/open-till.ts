import type { Engine } from '#engine/engine.ts';
import { lessonPurpose } from './booking/lessons/booking/confirm-paid.ts';
import { freezeLesson } from './booking/lessons/booking/freeze-lesson.ts';
import { seriesPurpose } from './booking/lessons/booking/pay-series.ts';
import { drawPackage } from './booking/packages/draw-package.ts';
import { packagePurpose } from './booking/packages/package-purpose.ts';
import type { PaymentProvider } from './money/payments/payment-provider.ts';
import type { Till } from './money/payments/till.ts';

/** Joins the provider with what is sold: the one place where payments meet lessons and packages. Minutes of a package pay for lessons. */
export function openTill(engine: Engine, provider: PaymentProvider): Till {
  return {
    engine,
    provider,
    purposes: [
      { ...seriesPurpose, draw: drawPackage },
      { ...lessonPurpose, draw: drawPackage },
      packagePurpose(freezeLesson),
    ],
  };
}
