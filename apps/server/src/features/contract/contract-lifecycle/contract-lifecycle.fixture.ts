import type { CallBody } from '@usance/api/call';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';

type Asked = Omit<CallBody<typeof contractLifecycles.create>, 'reason'>;
export const asks = (body: Asked) => ({ body: { reason: 'as agreed', ...body } });

/** Helpers for lifecycle steps, on the app that is open at the time of the call. */
export function steppingOn(app: () => TestApp) {
  return {
    take: (body: Asked) => internalCaller(app()).call(contractLifecycles.create, asks(body)),
    refused: (body: Asked) => internalCaller(app()).refusal(contractLifecycles.create, asks(body)),
    stateOf: async (id: string) => {
      const row = app().deps.db.selectFrom('contract').select(['state', 'ended_at']).where('id', '=', id);
      return row.executeTakeFirstOrThrow();
    },
    inDays: (days: number) => new Date(app().clock.now().getTime() + days * 86_400_000).toISOString(),
  };
}
