import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tradeDefaults } from '@usance/api/contract/trade-default';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { tradeDefaultsOf } from './trade-defaults.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'usance-trade-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.close();
});

it('any signed-in caller sees the bank account and the due days of each currency', async () => {
  const someone = await person(app);
  const { items } = await someone.call(tradeDefaults.list, {});
  expect(items.map(({ currency, statementDay, deductionDay }) => [currency, statementDay, deductionDay])).toEqual([
    ['USD', 2, 7],
    ['CNY', 2, 7],
  ]);
  expect(await internalCaller(app).call(tradeDefaults.list, {})).toEqual({ items });
  expect(await anonymousCaller(app).refusal(tradeDefaults.list, {})).toMatchObject({ code: 401 });
});

it('a file of the installation sets the seller', () => {
  const bank = { accountName: 'Acme', accountNumber: '42', openingBank: 'First', swiftCode: 'FIRSTUS' };
  const file = join(folder, 'trade.json');
  writeFileSync(file, JSON.stringify([{ currency: 'USD', seller: 'Acme', bank }]));
  const [dollars, yuan] = tradeDefaultsOf(file);
  expect(dollars).toEqual({ currency: 'USD', seller: 'Acme', bank, statementDay: 2, deductionDay: 7 });
  expect(yuan).toEqual(tradeDefaultsOf(undefined)[1]);
});

it.each(['', '{}', '[{"currency":"EUR"}]', '[{"currency":"USD","seller":"Acme"}]'])(
  'a file with the content %j stops the start with an error that names it',
  (content) => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, content);
    expect(() => tradeDefaultsOf(file)).toThrow(`TRADE_DEFAULTS names ${file}`);
  },
);

it('a missing file does too', () => {
  expect(() => tradeDefaultsOf(join(folder, 'nothing.json'))).toThrow('TRADE_DEFAULTS names');
});
