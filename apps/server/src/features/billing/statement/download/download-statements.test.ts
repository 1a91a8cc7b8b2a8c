import { statements } from '@usance/api/billing/statement';
import { type CallBody, pathOf } from '@usance/api/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { deposited } from '../../../money/ledger/ledger.fixture.ts';
import type { MonthLine } from '../../purchase/month-lines.ts';
import { costing, signed } from '../statement.fixture.ts';
import { unzip } from './unzip.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-03T00:00:00Z' });
});
afterAll(() => app.close());

async function confirmed(lines: readonly MonthLine[], tags = 'Acme') {
  const { id: contractId } = await contract(app, { tags });
  const { id } = await signed(app, { contractId, month: '2026-09', lines });
  await app.deps.db.updateTable('statement').set({ confirm_state: 'confirmed' }).where('id', '=', id).execute();
  return { contractId, id, viewer: await member(app, contractId, 'billing_viewer') };
}

describe(statements.download.id, () => {
  it('contains a page and the lines and products as CSV, with the values of the API', async () => {
    const { contractId, id, viewer } = await confirmed([
      costing('1.005', { product: 'Compute <b>"fast"</b>', billingItem: '=cmd|calc' }),
      costing('2', { product: 'Storage, hot' }),
    ]);
    const statement = await viewer.call(statements.get, { params: { id: contractId, statementID: id } });
    const reply = await viewer.raw({ url: downloadPath(contractId, id) });
    expect(reply.headers['content-type']).toBe('application/zip');
    const files = unzip(reply.rawPayload);
    expect([...files.keys()]).toEqual([
      'statement-2026-09/statement.pdf',
      'statement-2026-09/statement.html',
      'statement-2026-09/lines.csv',
      'statement-2026-09/products.csv',
    ]);
    expect(files.get('statement-2026-09/statement.pdf')).toMatch(/^%PDF-/);
    const page = files.get('statement-2026-09/statement.html') ?? '';
    expect(page).toContain(statement.digest);
    expect(page).toContain('$3.01');
    expect(page).not.toContain('<b>');
    const lines = files.get('statement-2026-09/lines.csv') ?? '';
    expect(lines).toContain("'=cmd|calc");
    expect(lines).toContain('"Compute <b>""fast""</b>"');
    expect(lines).toContain('1.005000000000');
    expect(files.get('statement-2026-09/products.csv')).toContain('"Storage, hot",2.00000000,USD\r\n');
  });

  it('labels the discount on page and in CSV as a multiplier', async () => {
    const { contractId, id, viewer } = await confirmed([costing('9.2', { discount: '0.92' }), costing('1')]);
    const filesIn = async (language: string) => {
      const headers = { 'accept-language': language };
      const files = unzip((await viewer.raw({ url: downloadPath(contractId, id), headers })).rawPayload);
      return [files.get('statement-2026-09/statement.html'), files.get('statement-2026-09/lines.csv')];
    };
    const [page, lines] = await filesIn('en-US');
    expect(page).toContain('<th>Price multiplier</th>');
    expect(page).toContain('<td>pay 92%</td>');
    expect(page).toContain('<td>-</td>');
    expect(lines?.split('\r\n')[0]).toContain(',Price multiplier,');
    expect(lines).toContain(',0.25000000,USD/core-hour,0.920000,');
    const [chinesePage, chineseLines] = await filesIn('zh-CN');
    expect(chinesePage).toContain('<td>付 92%</td>');
    expect(chineseLines?.split('\r\n')[0]).toContain(',折扣系数,');
  });

  it('names the private offer of a line, if there is one', async () => {
    const { contractId, id, viewer } = await confirmed([costing('9.2', { offerId: 'po-abcd' }), costing('1')]);
    const files = unzip((await viewer.raw({ url: downloadPath(contractId, id) })).rawPayload);
    expect(files.get('statement-2026-09/statement.html')).toContain('<td>r5.9.2 (Private offer po-abcd)</td>');
    expect(files.get('statement-2026-09/statement.html')).toContain('<td>r5.1</td>');
    const [head, ...lines] = files.get('statement-2026-09/lines.csv')?.trimEnd().split('\r\n') ?? [];
    expect(head?.endsWith(',Private offer')).toBe(true);
    expect(lines.map((line) => line.split(',').at(-1)).sort()).toEqual(['', 'po-abcd']);
  });

  it('uses the names of regions, and shows a quantity also in the unit of its price', async () => {
    const where = { cloudProvider: 'aws', region: 'us-east-1', type: 'Database', subType: 'hot' };
    const priced = { consumption: '72000', consumptionUnit: 'GB-hour', listPrice: '0.108', priceUnit: 'GB-month' };
    const { contractId, id, viewer } = await confirmed([costing('10.8', { ...where, ...priced })]);
    const params = { id: contractId, statementID: id };
    const [line] = (await viewer.call(statements.get, { params })).statementData.skuAndAmounts;
    expect(line).toMatchObject({ regionName: 'US East (N. Virginia)', quotedConsumptionFormatted: '= 100 GB-month' });
    const files = unzip((await viewer.raw({ url: downloadPath(contractId, id) })).rawPayload);
    const page = files.get('statement-2026-09/statement.html');
    for (const cell of ['Database / hot', 'AWS US East (N. Virginia)', '72,000 GB-hour = 100 GB-month'])
      expect(page).toContain(`<td>${cell}</td>`);
    expect(files.get('statement-2026-09/lines.csv')).toContain(',us-east-1,US East (N. Virginia),');
  });

  it('uses the screen’s names of editions', async () => {
    const { contractId, id, viewer } = await confirmed([costing('1', { edition: 'ENTERPRISE' })]);
    const linesIn = async (language: string) => {
      const headers = { 'accept-language': language };
      const files = unzip((await viewer.raw({ url: downloadPath(contractId, id), headers })).rawPayload);
      return files.get('statement-2026-09/lines.csv');
    };
    expect(await linesIn('en-US')).toContain(',Commercial,');
    expect(await linesIn('zh-CN')).toContain(',商业版,');
  });

  it('uses Chinese names of products, types and units on the Chinese page, and those of the price list in CSV', async () => {
    const priced = { consumption: '72000', consumptionUnit: 'GB-hour', listPrice: '0.108', priceUnit: 'GB-month' };
    const line = { product: 'Storage', type: 'Database', subType: 'hot', ...priced };
    const { contractId, id, viewer } = await confirmed([costing('10.8', line)]);
    const headers = { 'accept-language': 'zh-CN' };
    const files = unzip((await viewer.raw({ url: downloadPath(contractId, id), headers })).rawPayload);
    const page = files.get('statement-2026-09/statement.html');
    for (const cell of ['存储', '数据库 / 热', '72,000 GB·小时 = 100 GB·月', '$0.10800000 GB·月'])
      expect(page).toContain(`<td>${cell}</td>`);
    expect(files.get('statement-2026-09/lines.csv')).toContain('\r\nStorage,Database,hot,');
    expect(files.get('statement-2026-09/products.csv')).toContain('Storage,');
  });

  it('shows the credit of an upheld dispute', async () => {
    const { id: contractId } = await contract(app);
    await deposited(app, contractId, '10');
    const { id } = await signed(app, { contractId, month: '2026-09', lines: [costing('10')] });
    const change = (body: CallBody<typeof statements.update>) =>
      internalCaller(app).call(statements.update, { params: { id: contractId }, body });
    app.clock.moveTo('2026-10-07T01:00:00Z');
    await change([{ id, confirmState: 'confirmed' }]);
    await change([{ id, confirmState: 'manualProcessing' }]);
    await change([{ id, confirmState: 'confirmed', credit: '3.5' }]);
    const page = async (language: string) => {
      const headers = { 'accept-language': language };
      const reply = await internalCaller(app).raw({ url: `/internal${downloadPath(contractId, id)}`, headers });
      return unzip(reply.rawPayload).get('statement-2026-09/statement.html');
    };
    expect(await page('en-US')).toContain('<dt>Given back as credit</dt><dd>$3.50</dd>');
    expect(await page('zh-CN')).toContain('<dt>转为抵扣额</dt><dd>$3.50</dd>');
  });

  it('is named after the contract, with any name, and is in the reader’s language', async () => {
    const { contractId, id, viewer } = await confirmed([], '宁波/../"a"');
    const reply = await viewer.raw({ url: downloadPath(contractId, id), headers: { 'accept-language': 'zh-CN' } });
    const encoded = encodeURIComponent('宁波_.._');
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="___..__a_ 2026-09.zip"; filename*=UTF-8''${encoded}_a_%202026-09.zip`,
    );
    expect(unzip(reply.rawPayload).get('statement-2026-09/statement.html')).toContain('<html lang="zh-CN">');
  });

  it('refuses an unconfirmed, unknown or repeated statement, and an empty list', async () => {
    const { contractId, id, viewer } = await confirmed([]);
    const open = await signed(app, { contractId, month: '2026-08', lines: [costing('1')] });
    const refusal = (statementIDs: unknown) =>
      viewer.refusal(statements.download, { params: { id: contractId }, query: { statementIDs } });
    expect(await refusal(`${id},${open.id}`)).toMatchObject({ code: 409, reason: 'STATEMENT_NOT_CONFIRMED' });
    expect(await refusal(`${id},stm-aaaaaaaa`)).toMatchObject({ code: 404 });
    expect(await refusal(`${id},${id}`)).toMatchObject({ code: 400, metadata: { field: 'statementIDs' } });
    expect(await refusal('')).toMatchObject({ code: 400 });
    expect(await refusal('../../etc')).toMatchObject({ code: 400 });
  });

  it('also takes criteria, and returns the confirmed statements that match', async () => {
    const { contractId, viewer } = await confirmed([costing('5')]);
    await signed(app, { contractId, month: '2026-08', lines: [costing('1')] });
    const params = { id: contractId };
    const foldersOf = async (criteria: object) => {
      const searchParam = JSON.stringify(criteria);
      const reply = await viewer.raw({
        url: `/api/v1/contracts/${contractId}/statements/download`,
        query: { searchParam },
      });
      return [...new Set([...unzip(reply.rawPayload).keys()].map((file) => file.split('/')[0]))];
    };
    expect(await foldersOf({ start: Date.UTC(2026, 0) })).toEqual(['statement-2026-09']);
    expect(await foldersOf({ deductState: 'undeducted' })).toEqual(['statement-2026-09']);
    const refusal = (query: object) => viewer.refusal(statements.download, { params, query });
    expect(await refusal({ end: Date.UTC(2026, 7, 15) })).toMatchObject({ reason: 'STATEMENT_NOT_FOUND' });
    expect(await refusal({})).toMatchObject({ code: 400, metadata: { field: 'statementIDs' } });
  });

  it('is the same for the back office', async () => {
    const { contractId, id, viewer } = await confirmed([costing('5')]);
    const theirs = await viewer.raw({ url: downloadPath(contractId, id) });
    const ours = await internalCaller(app).raw({ url: `/internal${downloadPath(contractId, id)}` });
    expect(unzip(ours.rawPayload)).toEqual(unzip(theirs.rawPayload));
    const elsewhere = { params: { id: 'ct-aaaaaaaa' }, query: { statementIDs: id } };
    const refusal = await internalCaller(app).refusal(statements.download, elsewhere);
    expect(refusal).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
  });

  it('needs a billing role', async () => {
    const { contractId, id } = await confirmed([]);
    const builder = await member(app, contractId, 'dc_creator');
    const reply = await builder.raw({ url: downloadPath(contractId, id) });
    expect(reply.statusCode).toBe(403);
  });
});

const downloadPath = (contractId: string, id: string) =>
  `${pathOf(statements.download, 'customer').replace('{id}', contractId)}?statementIDs=${id}`;
