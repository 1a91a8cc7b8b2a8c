import { availableBalances } from '@usance/api/billing/available-balance';
import { describe, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { contractInItsYear, sevenRated } from '../account-period/account-period.fixture.ts';
import { openForAccountTerms } from '../account-period/account-terms.fixture.ts';
import { follow } from '../account-period/follow-due.ts';
import { limitsOn } from './credit-limit.fixture.ts';

const app = openForAccountTerms();
const { agree, refused } = limitsOn(app);

/** A contract with 14 of unpaid usage on the 2nd of February. */
async function owing() {
  const given = await contractInItsYear(app());
  await sevenRated(app(), given.id, given.at('02-01'), given.at('02-02T10:00:00Z'));
  await sevenRated(app(), given.id, given.at('02-02'), given.at('02-02T10:00:00Z'));
  await follow(app().deps, given.id, app().clock.now());
  return given;
}

describe('the account of a contract with a credit limit', () => {
  it('is within its limit, which the balance check includes', async () => {
    const { id, until, balance } = await owing();
    await agree(id, '20');
    const covered = async (amount: string) => {
      const reply = await (await member(app(), id, 'billing_viewer')).call(availableBalances.check, {
        params: { id },
        body: { amount },
      });
      return reply.sufficient;
    };
    expect([await covered('6'), await covered('6.00000001')]).toEqual([true, false]);
    await until('02-20T00:00:00Z');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
  });

  it('opens an episode when the limit is deliberately lowered during an overdraft', async () => {
    const { id, at, until, balance, episodes } = await owing();
    await agree(id, '20');
    await until('02-20T08:00:00Z');
    expect(await refused(id, '10')).toMatchObject({
      code: 409,
      reason: 'TERM_CONFLICT',
      metadata: { field: 'amount', owed: '14.00000000' },
    });
    expect(await episodes()).toEqual([]);
    await agree(id, '10', { belowDebt: true });
    expect((await balance()).state).toEqual({
      summary: 'extensionPeriod',
      cause: 'creditLimit',
      t0: at('02-20T08:00:00Z'),
    });
    expect(await episodes()).toEqual([['creditLimit', at('02-20T08:00:00.000Z'), null]]);
  });

  it('is cured at once by a raised limit', async () => {
    const { id, at, until, balance, episodes } = await owing();
    await agree(id, '10', { belowDebt: true });
    await until('02-25T00:00:00Z');
    await agree(id, '14');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
    expect(await episodes()).toEqual([['creditLimit', at('02-02T10:00:00.000Z'), 'cured']]);
    const { ended_at } = await app()
      .deps.db.selectFrom('account_episode')
      .select('ended_at')
      .where('contract_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(ended_at?.toISOString()).toBe(at('02-25T00:00:00.000Z'));
  });

  it('applies a planned limit at its instant, however late it is checked', async () => {
    const histories = [];
    for (const late of [false, true]) {
      const { id, at, until, balance, episodes, year } = await owing();
      await agree(id, '20', { end: at('02-10T06:00:00Z') });
      await agree(id, '5', { start: at('02-10T06:00:00Z'), end: at('02-14T00:00:00Z') });
      await agree(id, '30', { start: at('02-14T00:00:00Z'), end: at('02-20T00:00:00Z') });
      for (const day of ['02-10T06:00', '02-12T03:11', '02-14T01:11', '02-20T02:11', '02-22T00:11'])
        await until(`${day}:00Z`, { late });
      const { state } = await balance();
      if (late) await follow(app().deps, id, app().clock.now());
      histories.push(JSON.stringify([state, await episodes()]).replaceAll(String(year), 'Y'));
    }
    expect(histories[0]).toBe(
      JSON.stringify([
        { summary: 'extensionPeriod', cause: 'belowZero', t0: 'Y-02-21T00:00:00Z' },
        [
          ['belowZero', 'Y-02-21T00:00:00.000Z', null],
          ['creditLimit', 'Y-02-10T06:00:00.000Z', 'cured'],
        ],
      ]),
    );
    expect(histories[1]).toBe(histories[0]);
  });

  it('is checked when other terms begin, by an index', async () => {
    const { id, at } = await contractInItsYear(app());
    await agree(id, '1', { start: at('04-01T00:00:00Z') });
    const { look_at } = await app()
      .deps.db.selectFrom('account_period')
      .select('look_at')
      .where('contract_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(look_at?.toISOString()).toBe(at('04-01T00:00:00.000Z'));
  });
});
