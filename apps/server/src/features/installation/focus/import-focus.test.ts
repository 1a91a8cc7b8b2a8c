import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { availableBalances } from '@usance/api/billing/available-balance';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { waitingMonths } from '@usance/api/billing/waiting-month';
import { type CallQuery, pathOf } from '@usance/api/call';
import { focus } from '@usance/api/installation/focus';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { followDue } from '../../billing/account-period/follow-due.ts';
import { runDueStatements } from '../../billing/statement/run-due.ts';
import { findContractWithRoles, getContract } from '../../contract/contract/contract.queries.ts';
import { sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';

const sample = readFileSync(new URL('./sample.csv', import.meta.url), 'utf8');
const header =
  'ChargeCategory,PricingQuantity,ListUnitPrice,ListCost,ChargePeriodStart,ChargePeriodEnd,BillingCurrency';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

const send = (body: string, query: CallQuery<typeof focus.import> = {}) =>
  internalCaller(app).call(focus.import, { query, body });

describe(focus.import.id, () => {
  it('rates usage, compares it with the file, and lists every other line with its reason', async () => {
    const report = await send(sample);
    expect(report).toMatchObject({
      rows: 12,
      rated: 7,
      excluded: 5,
      agreed: 6,
      disagreed: 1,
      totalListCost: '4.500016913700',
      totalRated: '4.500001915249',
      commencingOn: '2024-09-18T22:00:00.000Z',
    });
    expect(report.notes.map(({ line, kind, reason }) => [line, kind, reason])).toEqual([
      [5, 'broken', 'COLUMN_COUNT'],
      [6, 'broken', 'BAD_QUOTES'],
      [8, 'disagreed', 'OWN_COST'],
      [10, 'excluded', 'NOT_USAGE'],
      [11, 'excluded', 'OTHER_CURRENCY'],
      [13, 'broken', 'BAD_QUOTES'],
    ]);
  });

  it('shows every rated row to the contract, with two prices of one item and a correction', async () => {
    const { contractId } = await send(sample);
    const page = await internalCaller(app).call(purchases.list, {
      params: { id: contractId },
      query: { start: Date.parse('2024-09-01T00:00:00Z'), end: Date.parse('2024-10-01T00:00:00Z') },
    });
    expect(page.totalSize).toBe(7);
    const queue = page.items.filter((row) => row.billingItem === 'Q1');
    expect(queue.map((row) => row.amount).sort()).toEqual(['-0.00000120', '0.00000040', '0.00000080', '0.00000150']);
  });

  it('ends the contract, so that no statement is ever signed on it', async () => {
    const { contractId } = await send(sample, { name: 'A study' });
    expect(await getContract(app.deps.db, contractId)).toMatchObject({
      state: 'End',
      tags: 'A study',
      currency: 'USD',
    });
    await runDueStatements(app.deps, app.clock.now());
    const { rows } = await sql`select 1 from statement where contract_id = ${contractId}`.execute(app.deps.db);
    expect(rows).toEqual([]);
  });

  it('stores the texts and the name of a file on one line without direction overrides, as calls require', async () => {
    const turned = 'a\u202eb\u2066c\u2028d\u0085e';
    const usage = `Usage,1,2,2,2026-09-03 00:00:00,2026-09-03 01:00:00,USD,${turned},${turned}`;
    const { contractId } = await send(`${header},ServiceName,ResourceName\n${usage}\n`, { name: turned });
    expect(await getContract(app.deps.db, contractId)).toMatchObject({ tags: 'a b c d e', buyer_name: 'a b c d e' });
    const query = { start: Date.parse('2026-09-01T00:00:00Z'), end: Date.parse('2026-10-01T00:00:00Z') };
    const { items } = await internalCaller(app).call(purchases.list, { params: { id: contractId }, query });
    expect(items).toMatchObject([{ product: 'a b c d e', objectName: 'a b c d e' }]);
  });

  it('makes a study: its months are never signed, and its account is never late', async () => {
    const usage = 'Usage,100,2,200,2026-09-03 00:00:00,2026-09-04 00:00:00,USD';
    const ada = await person(app);
    const { contractId } = await send(`${header}\n${usage}\n`, { adminEmail: ada.identifier });
    const outcome = await runDueStatements(app.deps, app.clock.now());
    expect(outcome.failed).toEqual([]);
    const { items } = await internalCaller(app).call(waitingMonths.list, { query: {} });
    expect(items.filter((waiting) => waiting.contractId === contractId)).toEqual([]);
    const signing = { body: { contractId, month: '2026-09' } };
    expect(await internalCaller(app).refusal(statements.sign, signing)).toMatchObject({
      code: 409,
      reason: 'CONTRACT_STATE_CONFLICT',
    });
    const previewing = { params: { id: contractId }, query: { month: '2026-09' } };
    expect(await internalCaller(app).refusal(statements.dynamicPreview, previewing)).toMatchObject({
      code: 409,
      reason: 'CONTRACT_STATE_CONFLICT',
    });
    expect(await internalCaller(app).call(statements.calculate, signing)).toMatchObject({
      amount: '200.00000000',
      payableAmount: '0.00000000',
    });
    await followDue(app.deps, new Date('2026-12-15T00:00:00Z'));
    const { rows } = await sql`select from account_episode where contract_id = ${contractId}`.execute(app.deps.db);
    expect(rows).toEqual([]);
    const much = { params: { id: contractId }, body: { amount: '1000000' } };
    expect(await ada.call(availableBalances.check, much)).toEqual({ sufficient: true });
  });

  it('asks for no money: a study is always normal, without low-balance notices', async () => {
    const ada = await person(app);
    const usage = 'Usage,100,2,200,2026-09-03 00:00:00,2026-09-04 00:00:00,USD';
    const { contractId } = await send(`${header}\n${usage}\n`, { adminEmail: ada.identifier });
    await followDue(app.deps, app.clock.now());
    const params = { id: contractId };
    const shown = await ada.call(availableBalances.get, { params });
    expect(shown).toMatchObject({ isStudy: true, details: { unbilled: '200.00000000' } });
    expect(shown.state).toEqual({ summary: 'normal' });
    const { items } = await ada.call(availableBalances.list, { query: {} });
    expect(items).toMatchObject([{ contractId, isStudy: true, state: { summary: 'normal' } }]);
    const told = app.deps.db.selectFrom('notification').select('kind').where('contract_id', '=', contractId);
    expect(await told.execute()).toEqual([]);
  });

  it('refuses usage of meters after the import', async () => {
    const usage = 'Usage,100,2,200,2026-09-03 00:00:00,2026-09-04 00:00:00,USD';
    const { contractId } = await send(`${header}\n${usage}\n`, {});
    const datacloud = await app.deps.db
      .selectFrom('datacloud')
      .select('id')
      .where('contract_id', '=', contractId)
      .executeTakeFirstOrThrow();
    const record = usageOf({ contractId, datacloudId: datacloud.id });
    expect(await sendUsage(app, [record])).toMatchObject({
      accepted: 0,
      refusals: [
        {
          reason: 'INVALID_PARAMETER',
          message: expect.stringContaining('Is a study of an imported bill, which accepts no other usage.'),
        },
      ],
    });
  });

  it('names the contract after the billing account and makes the given account its admin', async () => {
    const someone = await person(app);
    const { contractId } = await send(sample, { adminEmail: someone.identifier });
    expect(await getContract(app.deps.db, contractId)).toMatchObject({ tags: 'SunBird', creator: someone.accountId });
    expect(await findContractWithRoles(app.deps.db, contractId, someone.accountId)).toMatchObject({ roles: ['admin'] });
  });

  it('rates usage of distant years, of partial hours and of other lengths, and excludes unfinished periods', async () => {
    const report = await send(
      [
        header,
        'Usage,1,2,2,2019-03-01 00:00:00,2019-05-01 00:00:00,CNY',
        'Usage,1,3,3,2025-03-01T10:20:00Z,2025-03-01T11:40:00Z,CNY',
        'Usage,1,4,4,2026-10-15 00:00:00,2026-10-16 00:00:00,CNY',
        // It began in a past month.
        'Usage,1,4,4,2026-09-18 00:00:00,2026-10-18 00:00:00,CNY',
        'Usage,100000000000000,1,100000000000000,2025-03-01 00:00:00,2025-03-02 00:00:00,CNY',
      ].join('\n'),
    );
    expect(report).toMatchObject({ rows: 5, rated: 2, agreed: 2, totalRated: '5.000000000000' });
    expect(report.notes.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'NOT_OVER'],
      [5, 'NOT_OVER'],
      [6, 'TOO_LARGE'],
    ]);
  });

  it('creates no contract for a file without ratable rows, with the reason', async () => {
    const count = () => app.deps.db.selectFrom('contract').select('id').execute();
    const before = await count();
    const tax = 'Tax,1,1,1,2024-09-01 00:00:00,2024-09-02 00:00:00,USD\n';
    const refusal = await internalCaller(app).refusal(focus.import, { body: `${header}\n${tax.repeat(7)}` });
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
    expect(refusal.message).toContain('Nothing in the file can be rated. Line 2: A row of category Tax is not usage.');
    expect(refusal.message).toContain('And 2 more lines.');
    expect(await count()).toEqual(before);
  });

  it('excludes lines with numbers that we cannot store or add up, and rates the others', async () => {
    const period = '2025-03-01 00:00:00,2025-03-01 01:00:00,USD';
    const largest = `Usage,99999999999999,1000000,99999999999999000000,${period}`;
    const report = await send(
      [
        header,
        `Usage,1e80,1,1,${period}`,
        `Usage,1,1e80,1,${period}`,
        `Usage,1,1,1e80,${period}`,
        `Usage,1000000000000,.0000000000004,.4,${period}`,
        ...Array.from({ length: 9 }, () => largest),
        `Usage,.5,5.,2.5,${period}`,
        largest,
      ].join('\n'),
    );
    expect(report).toMatchObject({ rows: 15, rated: 10, agreed: 10, excluded: 5 });
    expect(report.notes.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'TOO_LARGE'],
      [3, 'TOO_LARGE'],
      [4, 'TOO_LARGE'],
      [5, 'TOO_FINE'],
      [16, 'TOO_LARGE'],
    ]);
  });

  it('rates a correction that has only a cost', async () => {
    const report = await send(
      [
        `ChargeClass,BilledCost,${header}`,
        ',9,Usage,3,3,9,2025-03-01 00:00:00,2025-03-01 01:00:00,USD',
        'Correction,-1.5,Usage,,,,2025-03-01 00:00:00,2025-03-01 01:00:00,USD',
      ].join('\n'),
    );
    expect(report).toMatchObject({ rated: 2, agreed: 2, totalRated: '7.500000000000' });
  });

  it('lists the first thousand lines of a kind, and their number', async () => {
    const rated = 'Usage,3,3,9,2025-03-01 00:00:00,2025-03-01 01:00:00,USD\n';
    const report = await send(`${header}\n${rated}${rated.replace('3', 'x').repeat(1_001)}${rated.replace('9', '8')}`);
    expect(report).toMatchObject({ rows: 1_003, rated: 2, excluded: 1_001, broken: 1_001, disagreed: 1 });
    expect(report.notes).toHaveLength(1_001);
    expect(report.notes.at(-1)).toMatchObject({ kind: 'disagreed', line: 1_004 });
  });

  const brought = (payload: Buffer) =>
    internalCaller(app).raw({
      method: 'POST',
      url: pathOf(focus.import, 'internal'),
      headers: { 'content-type': 'text/csv' },
      payload,
    });

  it('reads a file that is packed with gzip', async () => {
    const reply = await brought(gzipSync(sample));
    expect(reply.json()).toMatchObject({ rows: 12, rated: 7 });
  });

  it.each<[string, Buffer, string]>([
    ['Parquet', Buffer.from('PAR1\u0015\u0004'), 'The file is a Parquet file.'],
    ['packed Parquet', gzipSync('PAR1\u0015\u0004'), 'The file is a Parquet file.'],
    ['Excel', Buffer.from('PK\u0003\u0004'), 'The file is a ZIP archive or an Excel workbook.'],
    ['UTF-16', Buffer.from(`\uFEFF${sample}`, 'utf16le'), 'The file is text in UTF-16.'],
    ['UTF-16 without its mark', Buffer.from(sample, 'utf16le'), 'The file is text in UTF-16.'],
    ['big-endian UTF-16', Buffer.from(`\uFEFF${sample}`, 'utf16le').swap16(), 'The file is text in UTF-16.'],
    ['gzip that was cut off', gzipSync(sample).subarray(0, 200), 'The gzip file is damaged or cut off.'],
    ['semicolons', Buffer.from(sample.replaceAll(',', ';')), "The file's cells are separated by semicolons."],
    ['tabs', Buffer.from(sample.replaceAll(',', '\t')), "The file's cells are separated by tabs."],
    ['an open quote', Buffer.from(`"${header}\n`), "The file's first line cannot be read."],
  ])('refuses %s by its format', async (_, payload, message) => {
    const reply = await brought(payload);
    expect(reply.json()).toMatchObject({ code: 400, message: expect.stringContaining(message) });
  });

  it.each([
    ['', 'no rows'],
    [`${header}\n`, 'no rows'],
    ['a,b\n1,2\n', 'ListUnitPrice'],
    [`${header.replace('ListCost', 'Cost')}\n1,2,3,4,5,6,7\n`, 'ListCost'],
  ])('refuses the file %j with the missing parts', async (body, lacking) => {
    const refusal = await internalCaller(app).refusal(focus.import, { body });
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
    expect(refusal.message).toContain(lacking);
  });

  it('refuses an admin who does not exist, and makes no contract', async () => {
    const count = () => app.deps.db.selectFrom('contract').select('id').execute();
    const before = await count();
    const query = { adminEmail: 'nobody@example.com' };
    expect(await internalCaller(app).refusal(focus.import, { query, body: sample })).toMatchObject({
      code: 400,
      metadata: { field: 'adminEmail' },
    });
    expect(await count()).toEqual(before);
  });

  it('is not served to customers', async () => {
    expect(await anonymousCaller(app).refusal(focus.import, { body: sample })).toMatchObject({ code: 404 });
  });
});
