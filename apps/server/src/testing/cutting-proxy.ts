import { connect, createServer, type Socket } from 'node:net';

/** When a message is lost: on its way to PostgreSQL, or its answer on the way back. */
export type Moment = 'before' | 'after';

/** Stands before a PostgreSQL and cuts one connection at a message of its choice, or all from then on. */
export interface CuttingProxy {
  readonly url: string;
  /** The next connection to send message `count`, from 1, of all that are sent from now on is cut there. */
  cutAt(count: number, moment: Moment): void;
  /** Cuts as cutAt does, and whatever comes after it too: so a process that is killed there leaves things. */
  killAt(count: number, moment: Moment): void;
  /** Lets everybody through, as to a process that has started again. */
  letThrough(): void;
  /** Whether so many messages were sent that it came to the cut. */
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
    letThrough: () => {
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
