import { instantOfEpochMs } from '@usance/period/instant';
import { expect, it } from 'vitest';
import type { TagStep } from '../../../contract/datacloud/tag/tag-history.ts';
import { refuseLargeLookup } from './refuse-large-lookup.ts';
import { tagLookupSql } from './tag-lookup.ts';

const hourMs = 3_600_000;
const changing = (times: number): TagStep[] =>
  Array.from({ length: times }, (_, hour) => ({
    from: instantOfEpochMs((hour + 1) * hourMs),
    tags: new Map([['team', String(hour % 2)]]),
  }));
const lookup = (times: number) =>
  tagLookupSql(new Map([['dc-a', changing(times)]]), 'start_at', (tags) => `'${tags.get('team') ?? ''}'`);

it('reads tags that change every hour for ten years, and refuses more with the field to narrow', () => {
  expect(() => refuseLargeLookup(lookup(10 * 8_766), 'analysis')).not.toThrow();
  expect(() => refuseLargeLookup(lookup(30 * 8_766), 'analysis')).toThrow(
    expect.objectContaining({ metadata: { field: 'datacloudID' } }),
  );
});

it('leaves out steps after which the value is the same', () => {
  const sql = tagLookupSql(new Map([['dc-a', changing(1_000)]]), 'start_at', (tags) => (tags.size > 0 ? '1' : '0'));
  expect(sql.length).toBeLessThan(500);
});
