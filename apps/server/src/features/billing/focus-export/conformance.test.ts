import { focusExports } from '@usance/api/billing/focus-export';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storyOf } from '#testing/scenarios/story.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { conformanceOf, ruleCount, rulesForPeople } from './conformance.fixture.ts';
import { modelProblems } from './model.fixture.ts';
import { type Csv, parseCsv } from './parse-csv.fixture.ts';

let app: TestApp;
let files: Readonly<Record<'1.2' | '1.4', Csv>>;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true });
  const story = await storyOf(app, { at: '2027-01-01T00:00:00Z' });
  await story.until('2027-01-10T11:00:00Z');
  await story.use('2027-01-10T10', '1.234567');
  await story.until('2027-02-02T09:00:00Z');
  const file = async (version: '1.2' | '1.4') => {
    const query = { fromMonth: '2027-01', toMonth: '2027-01', version };
    return parseCsv(await story.caller.call(focusExports.costAndUsage, { params: story.params, query }));
  };
  files = { '1.2': await file('1.2'), '1.4': await file('1.4') };
}, 400_000);
afterAll(() => app.close());

/** The file with other cells in its first row, which is usage. */
function altered({ columns, rows: [first = {}, ...others] }: Csv, cells: Readonly<Record<string, string | null>>): Csv {
  return { columns, rows: [{ ...first, ...cells }, ...others] };
}
const without = ({ columns, rows }: Csv, left: string): Csv => ({
  columns: columns.filter((column) => column !== left),
  rows,
});

it('applies half of the 621 public rules; a third of them are for people', () => {
  const { applied, broken } = conformanceOf(files['1.2']);
  expect([ruleCount, rulesForPeople, applied.size]).toEqual([621, 201, 313]);
  expect(broken).toEqual(new Map());
});

it.each([
  [{ ChargeCategory: 'Refund' }, 'ChargeCategory-C-003-M'],
  [{ ListCost: '2.469135' }, 'ListUnitPrice-C-010-C'],
  [{ ContractedCost: '2.46913400001' }, 'ContractedUnitPrice-C-011-C'],
  [{ ListUnitPrice: '-2' }, 'ListUnitPrice-C-008-M'],
  [{ ChargePeriodStart: '2027-01-10 10:00:00' }, 'ChargePeriodStart-C-002-M'],
  [{ ConsumedUnit: 'core-hour*' }, 'ConsumedUnit-C-003-O'],
  [{ BilledCost: null }, 'BilledCost-C-003-M'],
  [{ InvoiceIssuerName: 'AWS' }, 'BilledCost-C-005-C'],
  [{ ServiceSubcategory: 'Caching', ServiceCategory: 'Storage' }, 'ServiceSubcategory-C-004-M'],
  [{ SkuPriceDetails: '{"a":{}}' }, 'SkuPriceDetails-C-001-M'],
  [{ BillingCurrency: 'EURO' }, 'BillingCurrency-C-006-M'],
  [{ ChargeClass: '' }, 'ChargeClass-C-005-C'],
])('finds %j in a file of 1.2', (cells, rule) => {
  expect([...conformanceOf(altered(files['1.2'], cells)).broken.keys()]).toContain(rule);
});

it('misses a column that is left out of a file of 1.2', () => {
  expect([...conformanceOf(without(files['1.2'], 'BilledCost')).broken.keys()]).toContain('CostAndUsage-D-006-M');
});

it.each([
  [{ ChargeCategory: 'Refund' }, 'ChargeCategory is Refund, which is not allowed'],
  [{ ChargeClass: '' }, 'ChargeClass is an empty text'],
  [{ BilledCost: null }, 'BilledCost is null'],
  [{ BilledCost: '1,5' }, 'BilledCost is 1,5, not Decimal (any)'],
  [{ ListUnitPrice: '-2' }, 'ListUnitPrice is -2, not Decimal (non-negative)'],
  [{ PricingUnit: 'core-hour*' }, 'PricingUnit is core-hour*, not Unit'],
  [{ BillingPeriodEnd: '2027-02-01' }, 'BillingPeriodEnd is 2027-02-01, not Date/Time'],
  [{ ServiceSubcategory: 'Caching', ServiceCategory: 'Storage' }, 'Caching is not in Storage'],
])('finds %j in a file of 1.4', (cells, problem) => {
  expect(modelProblems('Cost and Usage', files['1.4'])).toEqual([]);
  expect(modelProblems('Cost and Usage', altered(files['1.4'], cells))).toEqual([problem]);
});

it('misses and refuses columns of a file of 1.4', () => {
  const { columns, rows } = without(files['1.4'], 'Tags');
  expect(modelProblems('Cost and Usage', { columns: [...columns, 'ProviderName'], rows })).toEqual([
    'ProviderName is not a column of Cost and Usage',
    'Tags is missing, which is Conditional',
  ]);
});
