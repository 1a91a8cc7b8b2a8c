import { instantOfEpochMs } from '@usance/period/instant';
import { expect, it } from 'vitest';
import type { TagStep } from '../../../contract/datacloud/tag/tag-history.ts';
import { tagLookupSql } from './tag-lookup.ts';

const hourMs = 3_600_000;
const changing = (times: number): TagStep[] =>
  Array.from({ length: times }, (_, hour) => ({ from: instantOfEpochMs(hour * hourMs), tags: new Map() }));

it('reads tags that change every hour for ten years, and refuses more with the field to narrow', () => {
  const lookup = (times: number) => tagLookupSql(new Map([['dc-a', changing(times)]]), 'start_at', () => '1');
  expect(lookup(10 * 8_766)).toContain('dc-a');
  expect(() => lookup(30 * 8_766)).toThrow(expect.objectContaining({ metadata: { field: 'datacloudID' } }));
});
