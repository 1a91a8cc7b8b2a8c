import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { OperatorError } from '../failure/operator-error.ts';
import { openPostgres } from './open-postgres.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterAll(() => postgres.close());

let pooler: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  pooler?.close();
});

/** Opens a proxy that changes the first message of a connection, and returns its URL. */
async function through(first: (message: Buffer, client: Socket) => Buffer | undefined): Promise<string> {
  const url = new URL(postgres.url);
  const host = url.searchParams.get('host');
  const open = () =>
    host?.startsWith('/') ? connect(`${host}/.s.PGSQL.${url.port || 5432}`) : connect(Number(url.port), url.hostname);
  pooler = createServer((client) => {
    sockets.add(client.on('error', () => {}));
    client.once('data', (message: Buffer) => {
      const passed = first(message, client);
      if (!passed) return;
      const server = open();
      sockets.add(server.on('error', () => {}));
      server.write(passed);
      client.pipe(server).pipe(client);
    });
  });
  await new Promise<void>((resolve) => pooler?.listen(0, '127.0.0.1', resolve));
  const { port } = pooler.address() as AddressInfo;
  return `postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}?sslmode=disable`;
}

/** Removes the options from a startup message, like a pooler that ignores them. */
function withoutOptions(message: Buffer): Buffer {
  const fields = message.subarray(8).toString('latin1').split('\0');
  const at = fields.indexOf('options');
  const kept = Buffer.from(fields.toSpliced(at, 2).join('\0'), 'latin1');
  const head = Buffer.from(message.subarray(0, 8));
  head.writeInt32BE(8 + kept.length, 0);
  return Buffer.concat([head, kept]);
}

/** Returns an ErrorResponse. */
function refusal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

describe('a connection through a proxy that', () => {
  it('passes everything is opened', async () => {
    await (await openPostgres(await through((message) => message))).close();
  });

  it('drops its options is refused with the missing settings', async () => {
    const opening = openPostgres(await through(withoutOptions));
    await expect(opening).rejects.toThrow(OperatorError);
    await expect(opening).rejects.toThrow(/options .* do not arrive \(search_path is "\$user", public/);
  });

  it('drops its options is opened for a role that has the settings', async () => {
    const role = decodeURIComponent(new URL(postgres.url).username);
    await postgres.script(`do $$ begin
      execute format('alter role ${role} in database %I set search_path = public, pg_temp', current_database());
      execute format('alter role ${role} in database %I set timezone = ''UTC''', current_database());
    end $$`);
    await (await openPostgres(await through(withoutOptions))).close();
    await postgres.script(`do $$ begin
      execute format('alter role ${role} in database %I set datestyle = ''SQL''', current_database());
      execute format('alter role ${role} in database %I set default_transaction_isolation = serializable', current_database());
    end $$`);
    await expect(openPostgres(await through(withoutOptions))).rejects.toThrow(
      '(datestyle is SQL, MDY, default_transaction_isolation is serializable)',
    );
  });

  it('refuses its options is refused with a remedy', async () => {
    const said = 'unsupported startup parameter: options';
    const url = await through((_, client) => void client.end(refusal('08P01', said)));
    const opening = openPostgres(url);
    await expect(opening).rejects.toThrow(OperatorError);
    await expect(opening).rejects.toThrow(/takes no options \(unsupported .*ignore_startup_parameters/);
  });
});
