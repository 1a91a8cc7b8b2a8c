import { bank } from '@usance/api/billing/bank';
import { withdrawals } from '@usance/api/billing/withdrawal';
import { holds } from '@usance/api/money/hold';
import { tokens } from '@usance/api/people/token';
import { contract } from '#testing/builders.ts';
import { type Caller, internalCaller, tokenCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';

export const because = { reasonCode: 'customerRequest', reason: 'They asked for it' } as const;

/** An operator with a token of their own. */
export async function colleague(app: TestApp, name: string): Promise<Caller> {
  const body = { name, scopes: ['read', 'money.write'] } as const;
  const { token } = await internalCaller(app).call(tokens.create, { body: { ...body, scopes: [...body.scopes] } });
  return tokenCaller(app, token);
}

/** A contract with cash, and helpers that act on it. */
export async function contractWith(app: TestApp, amount: string) {
  const { id } = await contract(app);
  const params = { id };
  const internal = internalCaller(app);
  await internal.call(bank.record, { params, body: { type: 'deposit', amount, currency: 'USD' } });
  return {
    id,
    params,
    hold: (held: string, by = internal) => by.call(holds.hold, { params, body: { amount: held, ...because } }),
    begin: (held: string, by = internal) =>
      by.call(withdrawals.beginWithdrawal, { params, body: { amount: held, ...because } }),
    bank: () => internal.call(bank.balance, { params, query: {} }),
    of: ({ id: holdID }: { id: string }) => ({ id, holdID }),
  };
}
