import { connect, createServer, type Socket } from 'node:net';

/** `before` loses the message on its way to PostgreSQL, `after` loses the answer. */
export type Moment = 'before' | 'after';

/** A proxy of PostgreSQL that can cut a connection at a chosen message. */
export interface CuttingProxy {
  readonly url: string;
  /** Cuts the connection that sends message `count`, counted from now on over all connections, from 1. */
  cutAt(count: number, moment: Moment): void;
  /** Cuts like `cutAt`, and everything after it too, like a killed process. */
  killAt(count: number, moment: Moment): void;
  /** Lets all connections through again, like a restarted process. */
  stopCutting(): void;
  /** True if the chosen message was reached. */
  hasCut(): boolean;
  close(): Promise<void>;
}

export async function startCuttingProxy(postgresUrl: string): Promise<CuttingProxy> {
  const upstream = new URL(postgresUrl);
  let planned: { count: number; moment: Moment } | undefined;
  let sent = 0;
  let [isForGood, isDown] = [false, false];
  const plan = (count: number, moment: Moment, forGood: boolean) => {
    [sent, planned, isForGood, isDown] = [0, { count, moment }, forGood, false];
  };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = connectTo(upstream);
    let isLosingAnswer = false;
    const cut = () => {
      planned = undefined;
      isDown = isForGood;
      client.destroy();
      database.destroy();
    };
    client.on('data', (message: Buffer) => {
      if (isDown) return cut();
      sent += 1;
      const isHere = planned?.count === sent;
      if (isHere && planned?.moment === 'before') return cut();
      isLosingAnswer = isHere;
      database.write(message);
    });
    database.on('data', (answer: Buffer) => (isLosingAnswer ? cut() : client.write(answer)));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const url = new URL(postgresUrl);
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  url.searchParams.delete('host');
  return {
    url: url.href,
    cutAt: (count, moment) => plan(count, moment, false),
    killAt: (count, moment) => plan(count, moment, true),
    stopCutting: () => {
      [planned, isForGood, isDown] = [undefined, false, false];
    },
    hasCut: () => planned === undefined,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

function connectTo(upstream: URL): Socket {
  const folder = upstream.searchParams.get('host');
  const port = Number(upstream.port || 5432);
  return folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, upstream.hostname);
}
