import { type Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A signed-in client with its own connection and address. */
export interface Client {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
}

interface Asked {
  readonly read: string;
  readonly status: number;
  readonly ms: number;
}

export interface Outcome {
  readonly accepted: number;
  /** Accepted requests per second. */
  readonly goodput: number;
  /** In milliseconds, over the accepted requests. */
  readonly p50: number;
  readonly p99: number;
  /** The number of replies by other statuses; 0 means a broken connection. */
  readonly others: ReadonlyMap<number, number>;
}

/**
 * Lets each client send its reads one after the other until the time is over. A refused client returns within a tenth
 * of a second.
 */
export async function keepAsking(
  clients: readonly Client[],
  urls: ReadonlyMap<string, string>,
  seconds: number,
): Promise<readonly Asked[]> {
  const [reads, asked] = [[...urls], [] as Asked[]];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    clients.map(async (client, at) => {
      for (let turn = at; performance.now() < end; turn += 1) {
        const [read = '', url = ''] = reads[turn % reads.length] ?? [];
        const { status, ms } = await readOnce(client, url);
        asked.push({ read, status, ms });
        if (status !== 200) await wait(20 + Math.random() * 80);
      }
    }),
  );
  return asked;
}

/** Sends one request and reads the whole reply. */
export function readOnce(
  { agent, headers }: Client,
  url: string,
): Promise<{ status: number; ms: number; text: string }> {
  return new Promise((resolve) => {
    const start = performance.now();
    const done = (status: number, text: string) => resolve({ status, ms: performance.now() - start, text });
    const asking = request(url, { agent, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      reply.once('end', () => done(reply.statusCode ?? 0, text)).once('error', () => done(0, ''));
    });
    asking.once('error', () => done(0, '')).end();
  });
}

export function outcomeOf(asked: readonly Asked[], seconds: number): Outcome {
  const times = asked.flatMap(({ status, ms }) => (status === 200 ? [ms] : [])).toSorted((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  const refused = Map.groupBy(
    asked.filter(({ status }) => status !== 200),
    ({ status }) => status,
  );
  return {
    accepted: times.length,
    goodput: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    others: new Map([...refused].map(([status, those]) => [status, those.length])),
  };
}
