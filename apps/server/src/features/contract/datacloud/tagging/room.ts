import { datacloudId } from '@usance/api/contract/datacloud';
import { datacloudTags, tagKey, tagValue } from '@usance/api/contract/datacloud-tag';
import * as z from 'zod/mini';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listDatacloudTags } from './list-datacloud-tags.ts';
import { replaceDatacloudTags } from './replace-datacloud-tags.ts';
import { verifyTags } from './verify-tags.ts';

export const datacloudTagRoom: Room = {
  calls: mount(datacloudTags, { list: listDatacloudTags, replace: replaceDatacloudTags }),
  tables: {
    datacloud_tag: {
      travels: {
        by: ['datacloud_id', 'key', 'from_hour'],
        tells: { datacloud_id: datacloudId, key: tagKey, value: z.nullable(tagValue) },
      },
    },
  },
  checks: [{ name: 'each tag belongs to a data cloud of its contract', look: ({ db }) => verifyTags(db) }],
};
