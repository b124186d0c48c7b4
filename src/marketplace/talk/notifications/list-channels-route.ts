import type { Engine } from '#engine/engine.ts';
import { unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { ChannelsAnswer } from '#wire/notifications.ts';
import { takesMoney } from './deliveries.store.ts';
import type { DeliveryWays } from './delivery-ways.ts';
import { mobileNumber } from './mobile-number.ts';

/**
 * GET /api/marketplace/channels: by which channels this server can reach the one who asks. `smsNumber` is the number that messages go to,
 * empty when the account has no Singapore mobile number; they go only once it is proved (`isNumberProved`). `takesMoney`: money that a person sends may go to the number of the account. `pushKey` is what browsers subscribe with.
 */
export function listChannelsRoute(engine: Engine, ways: DeliveryWays): Route<ChannelsAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/channels',
    async handle({ auth }) {
      if (auth?.collectionName !== 'users') throw unauthorized();
      const smsNumber = mobileNumber(String(auth.row.phone ?? '')) ?? '';
      return {
        status: 200,
        body: {
          email: true,
          push: ways.push !== undefined,
          pushKey: ways.push?.publicKey ?? '',
          sms: ways.sms !== undefined,
          smsNumber,
          isNumberProved: Boolean(auth.row.phoneProved),
          takesMoney: await takesMoney(engine.db, auth.id),
        } satisfies ChannelsAnswer,
      };
    },
  };
}
