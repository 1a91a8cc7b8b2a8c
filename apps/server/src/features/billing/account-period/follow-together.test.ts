import { availableBalances } from '@usance/api/billing/available-balance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { countStatements } from '#testing/count-statements.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lockContracts } from '../../contract/contract/contract.queries.ts';
import { byGate } from '../../contract/contract/turnstile.ts';
import { dayRated } from '../../metering/billing-day/rated-day.fixture.ts';
import { catchUp } from './after-money-moved.ts';
import { followDue } from './follow-due.ts';
import { verifyAccountPeriods } from './verify-account-periods.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T00:00:00Z' });
});
afterAll(() => app.close());

/** Contracts whose usage was just rated, so that their accounts are to be checked. */
async function rated(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await contract(app);
    await dayRated(app, { contractId: id, day: '2026-10-15', amount: '7' });
    ids.push(id);
  }
  return ids;
}

const summaryOf = async (id: string) => {
  const { items } = await internalCaller(app).call(availableBalances.list, { query: { pageSize: 100 } });
  return items.find(({ contractId }) => contractId === id)?.state.summary;
};
const unchecked = async () =>
  (await app.deps.db.selectFrom('account_period').select('contract_id').where('mark', 'is not', null).execute()).map(
    ({ contract_id }) => contract_id,
  );

it('the accounts of many contracts are checked by as many statements as that of one', async () => {
  const statementsFor = async (ids: readonly string[]) => {
    const now = app.clock.now();
    return app.deps.db.transaction().execute(async (tx) => {
      const { counted, statements } = countStatements(tx);
      await catchUp({ tx: counted, now }, await lockContracts(counted, ids));
      return statements();
    });
  };
  const [first = '', ...others] = await rated(12);
  // Announcing that each has fallen below zero is the same for all, and takes some statements for each.
  await statementsFor([first, ...others]);
  expect(await unchecked()).toEqual([]);
  for (const id of [first, ...others]) await dayRated(app, { contractId: id, day: '2026-10-16', amount: '1' });
  expect(await statementsFor(others)).toBe(await statementsFor([first]));
  expect(await unchecked()).toEqual([]);
  expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
});

it('an account that cannot be checked holds up none that is checked with it', async () => {
  let atOneGate: string[] | undefined;
  const ids: string[] = [];
  while (!atOneGate) {
    ids.push(...(await rated(1)));
    atOneGate = byGate(ids).find((gate) => gate.length > 1);
  }
  const [broken = '', other = ''] = atOneGate;
  await app.ownerScript(`
    create function refuse_this_one() returns trigger language plpgsql as $$
      begin if new.contract_id = '${broken}' and new.mark is null then raise 'broken'; end if; return new; end $$;
    create trigger refuse_this_one before update on account_period for each row execute function refuse_this_one()`);
  expect(await followDue(app.deps, app.clock.now())).toBe(ids.length - 1);
  expect(await unchecked()).toEqual([broken]);
  expect(await summaryOf(other)).toBe('overdraft');
  await app.ownerScript('drop trigger refuse_this_one on account_period');
  await followDue(app.deps, app.clock.now());
  expect(await unchecked()).toEqual([]);
});
