import { alive, metrics, ready, version } from '@usance/api/health';
import type { Deps } from '../../../platform/context.ts';
import type { Metrics } from '../../../platform/http/metrics.ts';
import type { Router } from '../../../platform/http/mount.ts';
import { unavailable } from '../../../platform/refusal.ts';
import { awayEngines, engineVersions } from './engines.ts';

/** What only the process itself knows. */
export interface ProcessState {
  readonly version: string;
  readonly metrics: Metrics;
  /** From the signal to end until the end: a load balancer must stop sending requests here. */
  isDraining(): boolean;
}

export function healthRoutes(router: Router, state: ProcessState): void {
  router.read(alive, async () => ({ status: 'alive' as const }));

  router.read(ready, async (ctx: Deps) => {
    if (state.isDraining()) throw unavailable('The server is shutting down.');
    const away = await awayEngines(ctx);
    if (away.length > 0) throw unavailable(`Not answering: ${away.join(', ')}.`);
    return { status: 'ready' as const };
  });

  router.read(version, async (ctx) => ({
    name: 'usance',
    version: state.version,
    node: process.version,
    ...(await engineVersions(ctx)),
  }));

  router.read(metrics, () => state.metrics.text());
}
