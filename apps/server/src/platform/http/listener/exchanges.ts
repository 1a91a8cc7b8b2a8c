import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Who sends more requests ahead of the replies to them than any program does wants them held, not answered. */
const mostAhead = 16;

interface Connection {
  /** What is owed, in the order in which it was asked for: the first is at work, the others wait. */
  readonly owed: Set<Exchange>;
  latest?: Exchange;
}

const connections = new WeakMap<Duplex, Connection>();

/**
 * Answers the requests of a connection one after the other. At once, a packet of them would have hundreds of files opened
 * and hundreds of replies made for somebody who reads none. Beyond `mostAhead` the connection is cut.
 */
export function oneAtATime(answer: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    // Who has left already has no address, and no limit would know whom to count.
    if (socket.remoteAddress === undefined) return void socket.destroy();
    const connection = connections.get(socket) ?? { owed: new Set() };
    connections.set(socket, connection);
    const { owed } = connection;
    if (owed.size > mostAhead) return void socket.destroy();
    const exchange = { request, response };
    connection.latest = exchange;
    owed.add(exchange);
    const answerNext = () => {
      const [next] = owed;
      // Behind a reply that closes the connection, or a client that left, nobody could be told.
      if (next && socket.writable) answer(next.request, next.response);
    };
    response.once('close', () => {
      owed.delete(exchange);
      answerNext();
    });
    if (owed.size === 1) answerNext();
  };
}

/** The request that came last on a connection, answered or not. */
export function latestOn(socket: Duplex): Exchange | undefined {
  return connections.get(socket)?.latest;
}

/** Takes the request that came last back if it waits for others: it is never worked on. False if it does not wait. */
export function withdrawLatest(socket: Duplex): boolean {
  const { owed, latest } = connections.get(socket) ?? {};
  return owed !== undefined && latest !== undefined && owed.size > 1 && owed.delete(latest);
}

/** The request of a connection that is being answered. */
export function atWorkOn(socket: Duplex): Exchange | undefined {
  const [first] = connections.get(socket)?.owed ?? [];
  return first;
}

/** Calls back when all that is owed on a connection has been answered; at once if nothing is. */
export function onceAnswered(socket: Duplex, callback: () => void): void {
  const last = [...(connections.get(socket)?.owed ?? [])].at(-1);
  if (last) last.response.once('close', callback);
  else callback();
}
