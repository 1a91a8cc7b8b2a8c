import { skus } from '@usance/api/metering/sku';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { createSkus } from './create-skus.ts';
import { listSkus } from './sku.queries.ts';
import { updateSku } from './update-sku.ts';

export const skuRoom: Room = {
  calls: mount(skus, { create: createSkus, update: updateSku, list: listSkus }),
  tables: {
    sku: {},
  },
  sequences: { sku_sku_no_seq: [['sku', 'sku_no']] },
};
