import type { TestApp } from '../../../testing/test-app.ts';
import { post } from '../../money/ledger/post.ts';
import type { ExactLine } from './record/exact-line.ts';
import type { StatementRow } from './record/statement.queries.ts';
import { type LineSource, runDueStatements } from './run-due.ts';
import { signStatement } from './signing/sign-statement.ts';

/** A line that costs `amount`, without an engine behind it. */
export function costing(amount: string, given: Partial<ExactLine> = {}): ExactLine {
  return {
    product: 'Compute',
    type: 'warehouse',
    subType: '',
    billingItem: `r5.${amount}`,
    cloudProvider: 'aws',
    region: 'us-east-1',
    edition: 'ENTERPRISE',
    consumption: '12.5',
    consumptionUnit: 'core-hour',
    listPrice: '0.25',
    priceUnit: 'USD/core-hour',
    zhekou: '1',
    adjustment: false,
    rows: 3n,
    amount,
    ...given,
  };
}

/** Signs a month that comes to these lines, at 09:00 on the 2nd of the next month unless told otherwise. */
export function signed(
  app: TestApp,
  of: { contractId: string; month: string; lines: readonly ExactLine[]; at?: string },
): Promise<StatementRow> {
  const now = new Date(of.at ?? '2026-10-02T09:00:00Z');
  return app.deps.db.transaction().execute((tx) => signStatement({ ...app.deps, tx }, of, now, async () => of.lines));
}

/** Money that has come in. */
export async function deposited(app: TestApp, contractId: string, amount: string, currency: 'USD' | 'CNY' = 'USD') {
  await app.deps.db.transaction().execute((tx) =>
    post(tx, {
      contractId,
      currency,
      kind: 'deposit',
      at: app.clock.now(),
      entries: [
        { account: { kind: 'cash' }, amount },
        { account: { kind: 'bank' }, amount: `-${amount}` },
      ],
    }),
  );
}

/** Months by contract and month that need no engine; a month that is not named costs nothing. */
export function linesFrom(months: Record<string, Record<string, readonly ExactLine[]>>): LineSource {
  return {
    prepare: async () => [],
    read: async (_, contract, month) => months[contract.id]?.[month] ?? [],
  };
}

/** A run of the job at an instant. */
export function runAt(app: TestApp, at: string, source: LineSource = linesFrom({})) {
  return runDueStatements(app.deps, new Date(at), source);
}
