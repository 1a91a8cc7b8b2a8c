import { health } from '@usance/api/health';
import type { Room } from '../../../platform/http/calls/verb.ts';
import type { Metrics } from '../../../platform/http/load/metrics.ts';
import { unavailable } from '../../../platform/refusal.ts';
import { awayEngines, engineVersions } from './engines.ts';

/** The process itself alone knows these. */
export interface ProcessState {
  readonly version: string;
  readonly metrics: Metrics;
  /** From the signal to end until the end: a load balancer must stop sending requests here. */
  isDraining(): boolean;
}

export const healthRoom =
  (state: ProcessState): Room =>
  (mount) =>
    mount(health, {
      alive: async () => ({ status: 'alive' as const }),
      ready: async (ctx) => {
        if (state.isDraining()) throw unavailable('stopping', 'The server is shutting down.');
        const away = await awayEngines(ctx);
        if (away.length > 0)
          throw unavailable(`no answer from ${away.join(', ')}`, `Not answering: ${away.join(', ')}.`);
        return { status: 'ready' as const };
      },
      version: async (ctx) => ({
        name: 'usance',
        version: state.version,
        node: process.version,
        ...(await engineVersions(ctx)),
      }),
      metrics: () => state.metrics.text(),
    });
