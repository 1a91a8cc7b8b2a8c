import { creditLimits } from '@usance/api/billing/credit-limit';
import type { CallBody } from '@usance/api/call';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';

type Limit = Partial<CallBody<typeof creditLimits.create>>;
export const limitOf = (amount: string, more: Limit = {}) => ({
  amount,
  currency: 'USD' as const,
  reason: 'Pays afterwards',
  ...more,
});

/** Helpers for the credit limits of a contract, on the app that is open at the time of the call. */
export function limitsOn(app: () => TestApp) {
  return {
    agree: (id: string, amount: string, more: Limit = {}) =>
      internalCaller(app()).call(creditLimits.create, { params: { id }, body: limitOf(amount, more) }),
    refused: (id: string, amount: string, more: object = {}) =>
      internalCaller(app()).refusal(creditLimits.create, { params: { id }, body: { ...limitOf(amount), ...more } }),
    change: (id: string, body: CallBody<typeof creditLimits.update>) =>
      internalCaller(app()).call(creditLimits.update, { params: { id }, body }),
    notChanged: (id: string, body: CallBody<typeof creditLimits.update>) =>
      internalCaller(app()).refusal(creditLimits.update, { params: { id }, body }),
    gone: (id: string, ids: string[]) => ({ params: { id }, query: { ids, reason: 'By mistake' } }),
    listed: async (id: string) => {
      const { items } = await internalCaller(app()).call(creditLimits.list, { params: { id }, query: {} });
      return items.map(({ amount, start, end }) => [Number(amount), start.slice(5, 16), end?.slice(5, 16) ?? null]);
    },
  };
}
