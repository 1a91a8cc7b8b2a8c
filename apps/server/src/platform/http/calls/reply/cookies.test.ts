import { defineCalls } from '@usance/api/call';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { silent } from '#testing/silent-log.ts';
import { systemClock } from '../../../clock.ts';
import type { Deps, ReadContext } from '../../../context/context.ts';
import { unavailable } from '../../../refusal.ts';
import { openListener } from '../../listener/listener.ts';
import { openAdmission } from '../../load/admission.ts';
import { serveCalls } from '../serving/serve-calls.ts';
import type { Action } from '../verb.ts';

const asked = { method: 'GET', customer: 'anyone', admission: 'read', reply: z.object({}) } as const;
const { kept, undone } = defineCalls('cookie', {
  kept: { ...asked, path: '/kept', summary: 'Gives a cookie' },
  undone: { ...asked, path: '/undone', summary: 'Gives a cookie and fails' },
});

it('a cookie is set only with a success: a refusal has undone its session', async () => {
  const app = await openListener(silent);
  onTestFinished(() => app.close());
  const gives = (answer: () => unknown): Action => ({
    kind: 'read',
    run: async ({ cookies }: ReadContext) => {
      cookies.set('__Host-sid', 'another', 60);
      cookies.clear('__Host-device');
      return answer();
    },
  });
  serveCalls(
    {
      app,
      family: 'customer',
      gate: {
        subjectOf: async () => ({ kind: 'anonymous' }),
        enter: () => Promise.reject(new Error('No call here names a contract')),
      },
      slots: openAdmission({ waitMs: 60_000 }).customer,
      onUndeclared: (_call, refusal) => {
        throw refusal;
      },
    },
    { clock: systemClock, log: silent } as Deps,
    [
      { call: kept, action: gives(() => ({})) },
      {
        call: undone,
        action: gives(() => {
          throw unavailable('the database has gone');
        }),
      },
    ],
  );
  const cookiesFrom = async (path: string) => {
    const { statusCode, cookies } = await app.inject({ url: `/api/v1${path}` });
    return [statusCode, cookies.map(({ name, value }) => `${name}=${value}`)];
  };
  expect(await cookiesFrom('/kept')).toEqual([200, ['__Host-sid=another', '__Host-device=']]);
  expect(await cookiesFrom('/undone')).toEqual([503, []]);
});
