import { statements } from '@usance/api/billing/statement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { deposited } from '../../../money/ledger/ledger.fixture.ts';
import { costing, runAt, signed } from '../statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-08-02T10:00:00Z' });
});
afterAll(() => app.close());

describe(statements.list.id, () => {
  it('can list overdue statements only: without paid, disputed or not yet due ones', async () => {
    const { id } = await contract(app);
    const params = { id };
    await deposited(app, id, '10');
    await signed(app, { contractId: id, month: '2026-07', lines: [costing('10')], at: '2026-08-02T09:00:00Z' });
    await app.clock.moveTo('2026-08-08T10:00:00Z');
    await runAt(app, '2026-08-08T10:00:00Z');
    await signed(app, { contractId: id, month: '2026-08', lines: [costing('20')], at: '2026-09-02T09:00:00Z' });
    const disputed = await signed(app, {
      contractId: id,
      month: '2026-09',
      lines: [costing('30')],
      at: '2026-10-02T09:00:00Z',
    });
    await app.clock.moveTo('2026-11-02T10:00:00Z');
    await internalCaller(app).call(statements.update, {
      params,
      body: [{ id: disputed.id, confirmState: 'manualProcessing' }],
    });
    await signed(app, { contractId: id, month: '2026-10', lines: [costing('40')], at: '2026-11-02T09:00:00Z' });
    const reader = await member(app, id, 'billing_viewer');
    const monthsOf = async (overdue: boolean) => {
      const page = await reader.call(statements.list, {
        params,
        query: { overdue, ordering: 'asc', start: Date.parse('2026-07-01T00:00:00Z') },
      });
      expect(page.items.every((each) => each.overdue === overdue)).toBe(true);
      expect(page.totalSize).toBe(page.items.length);
      return page.items.map(({ month }) => month);
    };
    expect(await monthsOf(true)).toEqual(['2026-08']);
    expect(await monthsOf(false)).toEqual(['2026-07', '2026-09', '2026-10']);
  });
});
