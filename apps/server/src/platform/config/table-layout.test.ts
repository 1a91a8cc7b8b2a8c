import { expect, it } from 'vitest';
import { BadConfig } from '../failure/operator-error.ts';
import { plainTables, tableLayoutOf } from './table-layout.ts';

it('uses plain tables unless an engine and a cluster are set', () => {
  const env = { CLICKHOUSE_ENGINE_PREFIX: 'Replicated', CLICKHOUSE_CLUSTER: 'main' };
  expect(tableLayoutOf(env)).toEqual({ enginePrefix: 'Replicated', cluster: 'main' });
  expect(tableLayoutOf({})).toEqual(plainTables);
});

it.each(['CLICKHOUSE_ENGINE_PREFIX', 'CLICKHOUSE_CLUSTER'])('refuses SQL in %s, and names the variable', (variable) => {
  const misread = () => tableLayoutOf({ [variable]: "x' ON" });
  expect(misread).toThrow(BadConfig);
  expect(misread).toThrow(`${variable} must be letters, digits and underscores, not "x' ON"`);
});
