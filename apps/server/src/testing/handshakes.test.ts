import { once } from 'node:events';
import { connect } from 'node:net';
import { pathOf } from '@usance/api/call';
import { contracts } from '@usance/api/contract/contract';
import { focus } from '@usance/api/installation/focus';
import { usages } from '@usance/api/metering/usage';
import { accounts } from '@usance/api/people/account';
import { tokens } from '@usance/api/people/token';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listening } from './socket/listening-app.ts';
import { exchange, nextReply, repliesOn } from './socket/raw-exchange.ts';
import { startTestApp, type TestApp, testToken } from './test-app.ts';

let app: TestApp;
let house: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  app = await startTestApp();
  house = await listening(app);
});
afterAll(() => app.close());
beforeEach(() => house.asked.splice(0));

const json = 'Content-Type: application/json\r\n';
const staff = `Authorization: Bearer ${testToken}\r\n`;
const sides = [
  ['publicListener', pathOf(contracts.list, 'customer'), pathOf(accounts.login, 'customer')],
  ['internalListener', pathOf(tokens.list, 'internal'), pathOf(tokens.create, 'internal')],
] as const;

describe.each(sides)('%s', (name, read, write) => {
  /** The reply to a request that closes its connection. */
  async function told(line: string, headers = 'Host: x\r\n'): Promise<[number | undefined, string]> {
    const [reply] = await exchange(house.ports[name], `${line}\r\n${headers}Connection: close\r\n\r\n`);
    expect(reply?.head).toContain('nosniff');
    return [reply?.status, JSON.parse(reply?.body ?? '').reason];
  }

  it.each([
    ['no path', 'GET * HTTP/1.1'],
    ['all of the server', 'OPTIONS * HTTP/1.1'],
    ['another protocol', `GET ftp://x${read} HTTP/1.1`],
    ['another host than it names beside', `GET http://elsewhere${read} HTTP/1.1`],
    ['another port', `GET http://x:81${read} HTTP/1.1`],
    ['HTTP 2', `GET ${read} HTTP/2.0`],
    ['HTTP 0.9', `GET ${read}`],
  ])('a request for %s: 400', async (_what, line) => {
    expect(await told(line)).toEqual([400, 'INVALID_PARAMETER']);
  });

  it.each(['x y', 'a, b', 'x/y', 'a@b', 'x?y', '<x>'])('the host %j: 400', async (host) => {
    expect(await told(`GET ${read} HTTP/1.1`, `Host: ${host}\r\n`)).toEqual([400, 'INVALID_PARAMETER']);
  });

  it.each([`GET http://x${read} HTTP/1.1`, `GET HTTP://X${read} HTTP/1.1`, `GET ${read} HTTP/1.0`])(
    '%s is the call',
    async (line) => {
      expect(await told(line)).toEqual([401, 'INVALID_SESSION']);
    },
  );

  it.each(['TRACE', 'OPTIONS', 'PROPFIND', 'QUERY'])('%s: 405, with the allowed methods', async (method) => {
    const [reply] = await exchange(
      house.ports[name],
      `${method} ${read} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect([reply?.status, JSON.parse(reply?.body ?? '').reason]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(reply?.head).toMatch(/^allow: .*GET/im);
    // TRACE would return the request's headers.
    expect(reply?.body).not.toContain('Host');
  });

  it.each([
    ['//', (path: string) => `/${path}`],
    ['a doubled slash', (path: string) => path.replace('/v1', '//v1')],
    ['a dot segment', (path: string) => path.replace('/v1', '/v1/x/..')],
    ['a dot segment that is spelled', (path: string) => path.replace('/v1', '/v1/x/%2e%2e')],
    ['a slash that is spelled', (path: string) => path.replace('/v1/', '/v1%2f')],
    ['a question mark that is spelled', (path: string) => `${path}%3fpageSize=1`],
  ])('%s is another address, where there is no call', async (_what, spelled) => {
    expect(await told(`POST ${spelled(read)} HTTP/1.1`)).toEqual([404, 'NOT_FOUND']);
  });

  it('CONNECT: no tunnel, and the request in it is not served', async () => {
    const replies = await exchange(
      house.ports[name],
      `CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\nGET ${read} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(replies.map(({ status }) => status)).toEqual([405]);
    expect(JSON.parse(replies[0]?.body ?? '').reason).toBe('METHOD_NOT_ALLOWED');
    expect(house.asked).toEqual([]);
  });

  it.each(['websocket', 'h2c'])(
    'Upgrade to %s: answered in HTTP 1.1, and the connection is closed',
    async (protocol) => {
      const replies = await exchange(
        house.ports[name],
        `GET ${read} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\nGET /into-the-other HTTP/1.1\r\nHost: x\r\n\r\n`,
      );
      expect(replies.map(({ status }) => status)).toEqual([401]);
      expect(house.asked).toEqual([read]);
    },
  );

  it('Expect: a request that is refused by its head is not asked for its body', async () => {
    const head = `POST ${write} HTTP/1.1\r\nExpect: 100-continue\r\n${json}Content-Length: 2\r\nConnection: close\r\n`;
    const refused = await exchange(house.ports[name], `${head}Host: a\r\nHost: b\r\n\r\n`);
    expect(refused.map(({ status }) => status)).toEqual([400]);
    const missing = await exchange(house.ports[name], `${head}Host: x\r\n\r\n`.replace(write, '/nowhere'));
    expect(missing.map(({ status }) => status)).toEqual([404]);
  });

  it('Expect: an admitted request is asked for its body, then answered', async () => {
    const socket = connect(house.ports[name], '127.0.0.1');
    socket.write(
      `POST ${write} HTTP/1.1\r\nHost: x\r\n${staff}Expect: 100-continue\r\n${json}Content-Length: 4\r\nConnection: close\r\n\r\n`,
    );
    expect((await nextReply(socket)).status).toBe(100);
    const rest = repliesOn(socket);
    socket.write('null');
    await once(socket, 'close');
    expect((await rest).map(({ status }) => status)).toEqual([400]);
  });

  it('Expect: other expectations are refused', async () => {
    const headers = `Host: x\r\nExpect: the-best\r\n${json}Content-Length: 2\r\n`;
    expect(await told(`POST ${write} HTTP/1.1`, headers)).toEqual([400, 'INVALID_PARAMETER']);
  });
});

it.each([
  ['a batch of usage', usages.ingest, 'application/x-ndjson'],
  ['a file', focus.import, 'text/csv'],
  ['a few words', tokens.create, 'application/json'],
])('Expect: a client without permission is not asked for %s', async (_what, call, media) => {
  const head = `POST ${pathOf(call, 'internal')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nobody\r\nExpect: 100-continue\r\n`;
  const rest = `Content-Type: ${media}\r\nContent-Length: 4\r\nConnection: close\r\n\r\n`;
  const replies = await exchange(house.ports.internalListener, head + rest);
  expect(replies.map(({ status }) => status)).toEqual([401]);
});
