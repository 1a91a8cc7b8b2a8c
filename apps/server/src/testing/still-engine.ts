import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { onTestFinished } from 'vitest';
import { type ClickHouse, openClickHouse } from '#platform/clickhouse/client.ts';
import { silent } from './silent-log.ts';

/** A usage database whose answers a test's listener gives, until the test ends. */
export async function engineAnswering(listener: RequestListener): Promise<ClickHouse> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const clickhouse = await openClickHouse({
    url: `http://127.0.0.1:${port}/usance`,
    dataDir: tmpdir(),
    log: silent,
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await clickhouse.close();
  });
  return clickhouse;
}

/** A usage database that accepts every request and never answers, like a stopped process. */
export const stillEngine = (): Promise<ClickHouse> => engineAnswering((req) => void req.resume());
