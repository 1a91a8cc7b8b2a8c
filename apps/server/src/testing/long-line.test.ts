import { connect, type Socket } from 'node:net';
import { pathOf } from '@usance/api/call';
import { usages } from '@usance/api/metering/usage';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { meteredContract, usageOf } from '../features/metering/usage/metering.fixture.ts';
import { internalCaller } from './callers.ts';
import { startTestApp, type TestApp, testToken } from './test-app.ts';

let app: TestApp;
let port = 0;
beforeAll(async () => {
  app = await startTestApp({ clickhouse: true });
  port = Number(new URL(await app.internalListener.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

const head = (bytes: number) =>
  `POST ${pathOf(usages.ingest, 'internal')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testToken}\r\nContent-Type: application/x-ndjson\r\nContent-Length: ${bytes}\r\n\r\n`;

it('a line of usage that is too long is refused before the rest is sent', async () => {
  const socket = opened();
  socket.write(head(64 * 1024 * 1024));
  socket.write(`{}\n${'x'.repeat(64 * 1024 + 1)}`);
  expect(await replyOn(socket)).toMatch(/^HTTP\/1\.1 400 .*"message":"Line 2 is longer than 65536 bytes\."/s);
});

it('a client that sends such a body to its end still gets the reply and can reuse the connection', async () => {
  const socket = opened();
  const body = `${'{}\n'.repeat(20_000)}${'x'.repeat(70_000)}\n${'{}\n'.repeat(2_000_000)}`;
  socket.write(head(body.length));
  socket.write(body);
  expect(await replyOn(socket)).toMatch(/^HTTP\/1\.1 400 .*Line 20001 /s);
  socket.write(`${head(3)}{}\n`);
  expect(await replyOn(socket)).toMatch(/^HTTP\/1\.1 200 .*"refused":1/s);
});

it('nothing of such a body is accepted', async () => {
  const metered = await meteredContract(app);
  const body = `${JSON.stringify(usageOf(metered))}\n${'x'.repeat(70_000)}`;
  const refused = await internalCaller(app).refusal(usages.ingest, { body });
  expect(refused).toMatchObject({ reason: 'INVALID_PARAMETER', metadata: { line: '2' } });
  expect(await app.deps.db.selectFrom('usage_key').selectAll().execute()).toEqual([]);
});

function opened(): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  return socket;
}

function replyOn(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.removeAllListeners('data');
    socket.on('data', (data) => {
      text += data;
      if (text.endsWith('}')) resolve(text);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after ${text}`)));
  });
}
