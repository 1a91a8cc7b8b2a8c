import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { plainTables } from '../config/table-layout.ts';
import { OperatorError } from '../failure/operator-error.ts';
import { openClickHouse } from './client.ts';
import { assertOneShard } from './migrate.ts';

/** A stand-in: the embedded engine knows no clusters. */
async function serverWithShards(shards: number) {
  const server = createServer((_, reply) => {
    reply.setHeader('x-clickhouse-format', 'JSON');
    reply.end(JSON.stringify({ data: [{ shards: `${shards}` }], rows: 1 }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server on a port has a port');
  const ch = await openClickHouse({ url: `http://127.0.0.1:${address.port}`, dataDir: '', log: silent });
  onTestFinished(async () => {
    await ch.close();
    server.close();
  });
  return ch;
}

const main = { enginePrefix: 'Replicated', cluster: 'main' };

it('a cluster of several shards is refused by name, because its servers would answer differently', async () => {
  const ch = await serverWithShards(2);
  await expect(assertOneShard(ch, main)).rejects.toThrow(OperatorError);
  await expect(assertOneShard(ch, main)).rejects.toThrow('main of CLICKHOUSE_CLUSTER has 2 shards');
});

it('a cluster of replicas is not, nor one that is not used', async () => {
  await expect(assertOneShard(await serverWithShards(1), main)).resolves.toBeUndefined();
  await expect(assertOneShard(await serverWithShards(2), plainTables)).resolves.toBeUndefined();
});
