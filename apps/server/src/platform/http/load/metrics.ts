import { type Family, operationId } from '@usance/api/call';
import type { PageVital } from '@usance/api/web-vitals';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { callOf } from './routed-call.ts';

export interface Metrics {
  /** Returns all measurements in Prometheus' text format. */
  text(): Promise<string>;
  /** Times every request of a listener by the id of its call. */
  observe(app: FastifyInstance, family: Family): void;
  /** Counts one run of a job and its duration in seconds. */
  jobRan(job: string, outcome: 'done' | 'failed', seconds: number): void;
  /** Counts a web vital of one visit to a page of the console. */
  pageShown(vital: PageVital): void;
  /** Asks for values at each scrape; a failing question is left out. */
  gauge(name: string, help: string, values: () => Promise<readonly Measured[]>): void;
}

interface Measured {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Opens the measurements of the process: requests by call, jobs by name, event loop, memory. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'usance_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its reply',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const jobSeconds = new Histogram({
    name: 'usance_job_seconds',
    help: 'Time a job ran',
    labelNames: ['job'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers: [registry],
  });
  const jobs = new Counter({
    name: 'usance_job_runs_total',
    help: 'Runs of each job by outcome',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });
  const vitals = vitalsIn(registry);
  return {
    text: () => registry.metrics(),
    observe: (app, family) => {
      app.addHook('onResponse', async (request, reply) => {
        const found = callOf(request);
        const call = found ? operationId(found, family) : 'other';
        requests.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
      });
    },
    pageShown: ({ page, vital, value }) => vitals[vital].observe({ page }, vital === 'CLS' ? value : value / 1000),
    gauge: (name, help, values) => {
      new Gauge({
        name,
        help,
        labelNames: ['what'],
        registers: [registry],
        async collect() {
          this.reset();
          for (const { labels = {}, value } of await values().catch(() => [])) this.set(labels, value);
        },
      });
    },
    jobRan: (job, outcome, seconds) => {
      jobs.inc({ job, outcome });
      jobSeconds.observe({ job }, seconds);
    },
  };
}

/** Buckets begin at the console's own bars, and hold those of the field. */
function vitalsIn(registry: Registry): Record<PageVital['vital'], Histogram<'page'>> {
  const vital = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, labelNames: ['page'], registers: [registry] });
  return {
    LCP: vital('usance_console_largest_paint_seconds', 'Time to the largest paint of a page', [0.8, 1.5, 2.5, 4, 8]),
    INP: vital('usance_console_interaction_seconds', 'The slowest answer of a page to a hand', [0.1, 0.2, 0.5, 1, 2]),
    CLS: vital('usance_console_layout_shift', 'Shift of the layout of a page', [0.02, 0.1, 0.25, 1]),
  };
}
