import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** No program pipelines more requests than this; a client that does wants them held, not answered. */
const mostAhead = 16;

interface Connection {
  /** Unanswered requests in order: the first is running, the others wait. */
  readonly owed: Set<Exchange>;
  latest?: Exchange;
}

const connections = new WeakMap<Duplex, Connection>();

/**
 * Answers the requests of a connection one after the other. In parallel, one packet could open hundreds of files and
 * make hundreds of replies that the client never reads. Beyond `mostAhead` the connection is cut.
 */
export function oneAtATime(answer: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    // A client that has left has no address, so no limit could count it.
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
      // After a reply that closes the connection, or a client that left, no reply could be delivered.
      if (next && socket.writable) answer(next.request, next.response);
    };
    response.once('close', () => {
      owed.delete(exchange);
      answerNext();
    });
    if (owed.size === 1) answerNext();
  };
}

/** The latest request on a connection, answered or not. */
export function latestOn(socket: Duplex): Exchange | undefined {
  return connections.get(socket)?.latest;
}

/** Removes the latest request if it waits behind others; it never runs. False if it does not wait. */
export function withdrawLatest(socket: Duplex): boolean {
  const { owed, latest } = connections.get(socket) ?? {};
  return owed !== undefined && latest !== undefined && owed.size > 1 && owed.delete(latest);
}

/** The running request of a connection. */
export function atWorkOn(socket: Duplex): Exchange | undefined {
  const [first] = connections.get(socket)?.owed ?? [];
  return first;
}

/** Calls back after all pending replies on a connection, at once if there are none. */
export function onceAnswered(socket: Duplex, callback: () => void): void {
  const last = [...(connections.get(socket)?.owed ?? [])].at(-1);
  if (last) last.response.once('close', callback);
  else callback();
}
