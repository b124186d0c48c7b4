import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { packageMinutes } from '#rules/packages/package-price.ts';
import { buyPackage } from './buy-package.ts';
import { refundPackage } from './refund-package.ts';

/** What hangs on packages: the lengths that are sold, buying at a locked price, giving back. */
export function registerPackageHooks(engine: Engine): void {
  engine.hooks.on('package_offers', {
    beforeCreate: checkOffer,
    explainViolation: (constraint) =>
      constraint === 'package_offers_once'
        ? refuseCreate('minutes', 'validation_not_unique', 'You offer this package already.')
        : undefined,
  });
  engine.hooks.on('package_purchases', { performCreate: (event) => buyPackage(engine, event) });
  engine.hooks.on('package_refunds', {
    performCreate: (event) => refundPackage(engine, event),
    explainViolation: (constraint) =>
      constraint === 'package_refunds_once'
        ? refuseCreate('packagePurchase', 'not_refundable', 'Nothing is left of this package to give back.')
        : undefined,
  });
}

async function checkOffer({ record }: RecordEvent): Promise<void> {
  if (packageMinutes.includes(Number(record.minutes))) return;
  throw refuseCreate('minutes', 'validation_in_invalid', 'Packages are of 300 or 600 minutes.');
}
