import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionError } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { replyOf } from './problem.ts';
import { replyHeaders } from './reply-headers.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The request that came last on each connection. */
const exchanges = new WeakMap<Duplex, Exchange>();
/** Connections that end: whatever else comes on them has been answered. */
const closing = new WeakSet<Duplex>();
const lastWordsMs = 1_000;

/** Notes who is being answered, for when what follows on the same connection is broken. */
export function noteExchanges(server: Server): void {
  server.on('request', (request, response) => exchanges.set(request.socket, { request, response }));
}

/**
 * Answers bytes that never became a request, or not in time, and closes the connection. Whoever is still owed the reply
 * to a request that is there as a whole gets that first: another in its place would be taken for it. A request that is
 * answered already, though it never came whole, gets no second reply.
 */
export function answerBrokenRequest(error: ConnectionError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || closing.has(socket)) return;
  closing.add(socket);
  const { request, response } = exchanges.get(socket) ?? {};
  if (request?.complete && response?.writableFinished === false) {
    response.shouldKeepAlive = false;
    response.once('close', () => close(socket));
  } else if (request?.complete === false && response?.headersSent) socket.destroy(error);
  else close(socket, textOf(refusalOf(error.code)));
}

/** Says the last word and hears the other side out for a while: one that is cut off while it sends may lose the reply. */
export function close(socket: Duplex, text = ''): void {
  const late = setTimeout(() => socket.destroy(), lastWordsMs).unref();
  socket.once('close', () => clearTimeout(late));
  socket.on('error', () => socket.destroy());
  socket.end(text);
}

/** A refusal as it goes out where no request has been handed to the framework; the connection ends with it. */
export function textOf(refusal: Refusal, more: Readonly<Record<string, string>> = {}): string {
  const requestId = randomUUID();
  const body = JSON.stringify(replyOf(refusal, requestId));
  const headers = {
    ...replyHeaders(requestId),
    ...more,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`;
}

function refusalOf(code: string): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('REQUEST_TIMEOUT', 'The request did not arrive in time.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal('HEADERS_TOO_LARGE', 'The headers of the request are too large.');
  return new Refusal('INVALID_PARAMETER', 'This is no HTTP request.');
}
