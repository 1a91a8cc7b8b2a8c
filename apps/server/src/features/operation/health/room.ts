import { health } from '@usance/api/health';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import type { Metrics } from '#platform/http/load/metrics.ts';
import { unavailable } from '#platform/refusal.ts';
import { awayEngines, engineVersions } from './engines.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    readonly process: ProcessState;
  }
}

/** Facts that only the process itself knows. */
interface ProcessState {
  readonly version: string;
  readonly metrics: Metrics;
  /** True from the signal to stop: a load balancer must stop sending requests here. */
  isDraining(): boolean;
  /** The folder of its files. */
  readonly dataDir?: string | undefined;
  /** The number of secrets that none of its keys opened at the start. */
  readonly unreadableSecrets?: number | undefined;
}

export const healthRoom: Room = {
  calls: mount(health, {
    alive: async () => ({ status: 'alive' as const }),
    ready: async (ctx) => {
      if (ctx.process.isDraining()) throw unavailable('stopping', 'The server is shutting down.');
      const away = await awayEngines(ctx);
      if (away.length > 0) throw unavailable(`no answer from ${away.join(', ')}`, `Not answering: ${away.join(', ')}.`);
      return { status: 'ready' as const };
    },
    version: async (ctx) => ({
      name: 'usance',
      version: ctx.process.version,
      node: process.version,
      ...(await engineVersions(ctx)),
    }),
    metrics: (ctx) => ctx.process.metrics.text(),
  }),
};
