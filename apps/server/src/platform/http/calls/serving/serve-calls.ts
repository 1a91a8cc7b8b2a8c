import { type Call, pathOf } from '@usance/api/call';
import { refusalsOf } from '@usance/api/refusals';
import type { Deps } from '../../../context/context.ts';
import { Refusal } from '../../../refusal.ts';
import { refuseUnknown } from '../admission/known-by-head.ts';
import type { Side } from '../admission/served-call.ts';
import { Arrivals } from '../input/arrived-body.ts';
import type { MountedCall } from '../verb.ts';
import { answerCall } from './answer-call.ts';

// Room for an e-mail address and a password, however they are encoded.
const strangersBytes = 16 * 1024;

/** Adds a route for each call of a family; returns the calls. */
export function serveCalls(side: Side, deps: Deps, mounted: readonly MountedCall[]): readonly Call[] {
  const { app, family, onUndeclared } = side;
  const served = mounted.filter(({ call }) => call[family] !== undefined);
  const arrivals = new Arrivals();
  for (const { call, action } of served) {
    const declared = new Set(refusalsOf(call, family));
    const isForAnybody = call[family] === 'anyone';
    const within = { ...deps, clickhouse: mayAskUsage(call) ? deps.clickhouse : withheld(call) };
    app.route({
      method: call.method,
      url: pathOf(call, family).replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { call, isForAnybody },
      ...bodyLimitOf(call, isForAnybody),
      preParsing: (request, reply) => refuseUnknown(side, call, request, reply),
      handler: async (request, reply) => {
        try {
          return await answerCall({ call, action, side, deps: within, arrivals }, request, reply);
        } catch (error) {
          if (error instanceof Refusal && !declared.has(error.reason)) onUndeclared(call, error);
          throw error;
        }
      },
    });
  }
  return served.map(({ call }) => call);
}

function bodyLimitOf({ largestBody }: Call, isForAnybody: boolean): { bodyLimit?: number } {
  if (largestBody !== undefined) return { bodyLimit: largestBody };
  return isForAnybody ? { bodyLimit: strangersBytes } : {};
}

const mayAskUsage = ({ admission }: Call) => admission === 'always' || admission.startsWith('usage-');

/** The usage database for calls whose slots need only PostgreSQL: they must not wait for it, so any use throws. */
function withheld({ id }: Call): Deps['clickhouse'] {
  return new Proxy({} as Deps['clickhouse'], {
    get: () => {
      throw new Error(`${id} needs the usage database, and its admission does not say so`);
    },
  });
}
