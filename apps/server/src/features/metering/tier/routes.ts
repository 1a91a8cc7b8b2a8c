import { tiers } from '@usance/api/tier';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { locked } from '../../party/contract/locked.ts';
import { createTieredRate } from './create-tiered-rate.ts';
import { deleteTieredRates } from './delete-tiered-rates.ts';
import { endTieredRate } from './end-tiered-rate.ts';
import { listTieredRates } from './tier.queries.ts';

export const tierRoom: Room = (mount) =>
  mount(tiers, {
    list: listTieredRates,
    create: locked(createTieredRate),
    update: locked(endTieredRate),
    delete: locked(deleteTieredRates),
  });
