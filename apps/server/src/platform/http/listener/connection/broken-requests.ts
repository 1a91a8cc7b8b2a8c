import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionError } from 'fastify';
import { Refusal } from '../../../refusal.ts';
import { replyOf } from '../problem/problem.ts';
import { replyHeaders } from '../problem/reply-headers.ts';
import { latestOn, onceAnswered, withdrawLatest } from './exchanges.ts';
import { closeWith } from './last-words.ts';

/** Connections that are closing: further bytes on them are ignored. */
const closing = new WeakSet<Duplex>();

/**
 * Answers bytes that never became a request, or came too late, and closes the connection. Replies to complete requests
 * go first, or this one would be taken for theirs. A request that was answered before its body was complete gets no
 * second reply.
 */
export function answerBrokenRequest(error: ConnectionError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || closing.has(socket)) return;
  closing.add(socket);
  const { request, response } = latestOn(socket) ?? {};
  const refusal = textOf(refusalOf(error.code));
  if (request?.complete && response?.writableFinished === false) {
    response.shouldKeepAlive = false;
    closeBehindOwed(socket);
  } else if (withdrawLatest(socket)) closeBehindOwed(socket, refusal);
  else if (request?.complete === false && response?.headersSent) socket.destroy(error);
  else closeWith(socket, refusal);
}

/** Sends the last text and closes the connection, after all pending replies on it. */
export function closeBehindOwed(socket: Duplex, text = ''): void {
  socket.on('error', () => socket.destroy());
  onceAnswered(socket, () => closeWith(socket, text));
}

/** Returns a refusal as raw HTTP, for requests that never reach the framework; the connection ends with it. */
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
  return new Refusal('INVALID_PARAMETER', 'This is not an HTTP request.');
}
