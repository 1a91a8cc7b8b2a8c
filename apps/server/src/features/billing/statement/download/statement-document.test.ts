import { statements } from '@usance/api/billing/statement';
import PDFDocument from 'pdfkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawDocument } from '#platform/pdf/draw-document.ts';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { costing, signed } from '../statement.fixture.ts';
import { statementDocument } from './statement-document.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-03T00:00:00Z' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

async function documentOf(amounts: readonly string[], currency: 'USD' | 'CNY') {
  const { id } = await contract(app, { currency });
  const lines = amounts.map((amount) => costing(amount));
  const { id: statementID } = await signed(app, { contractId: id, month: '2026-09', lines });
  const statement = await internalCaller(app).call(statements.get, { params: { id, statementID } });
  return statementDocument(statement, 'en');
}

/** The texts as they are drawn, line by line. */
async function drawn(document: Awaited<ReturnType<typeof documentOf>>): Promise<string[]> {
  const text = vi.spyOn(PDFDocument.prototype, 'text');
  await drawDocument(document);
  return text.mock.calls.map(([line]) => String(line));
}

describe('an amount in the PDF of a statement is in one piece', () => {
  it.each([
    ['123456.78', 'USD', '$123,456.78'],
    ['-12345.67', 'USD', '-$12,345.67'],
    ['12345.67', 'CNY', '￥12,345.67'],
    ['1234567.89', 'USD', '$1,234,567.89'],
    ['1234567.89', 'CNY', '￥1,234,567.89'],
    ['-98765432.1', 'CNY', '-￥98,765,432.10'],
  ] as const)('%s %s', async (amount, currency, shown) => {
    const document = await documentOf([amount], currency);
    const texts = await drawn(document);
    // Among the facts, of the product and its total, of the line and its total.
    expect(texts.filter((line) => line === shown).length).toBeGreaterThanOrEqual(5);
  });
});
