import { tieredRateId, tiers } from '@usance/api/metering/tier';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { createTieredRate } from './create-tiered-rate.ts';
import { deleteTieredRates } from './delete-tiered-rates.ts';
import { endTieredRate } from './end-tiered-rate.ts';
import { listTieredRates } from './tier.queries.ts';

export const tierRoom: Room = {
  calls: mount(tiers, {
    list: listTieredRates,
    create: createTieredRate,
    update: endTieredRate,
    delete: deleteTieredRates,
  }),
  tables: {
    tiered_rate: { travels: { by: ['id'], tells: { id: tieredRateId } } },
    tier: { travels: { by: ['tiered_rate_id', 'tier_level'], without: ['tier_below'] } },
  },
};
