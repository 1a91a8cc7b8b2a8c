import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameter, Refusal } from '../../refusal.ts';
import { replyOf, sendProblem } from './problem.ts';
import { replyHeaders } from './reply-headers.ts';

/** Answers an address for which the router looks for no call: no hook has run, so the headers are set here. */
export function sendFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(replyHeaders(request.id));
  sendProblem(addressRefusal(error), request, reply);
}

/** In our words: the framework's repeat the whole address. */
function addressRefusal(error: FastifyError): Error {
  if (error.statusCode === 414) return new Refusal('URI_TOO_LONG', 'The address is too long.');
  return error.statusCode === 400 ? invalidParameter('', 'The address is not UTF-8.') : error;
}

/** Answers bytes that never became a request, or not in time, and closes the connection. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(textOf(refusalOf(error.code)));
  socket.destroy(error);
}

function refusalOf(code: string): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('REQUEST_TIMEOUT', 'The request did not arrive in time.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal('HEADERS_TOO_LARGE', 'The headers of the request are too large.');
  return new Refusal('INVALID_PARAMETER', 'This is no HTTP request.');
}

function textOf(refusal: Refusal): string {
  const requestId = randomUUID();
  const body = JSON.stringify(replyOf(refusal, requestId));
  const headers = {
    ...replyHeaders(requestId),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`;
}
