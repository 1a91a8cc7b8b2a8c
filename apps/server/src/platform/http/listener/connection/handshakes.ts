import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, preParsingAsyncHookHandler } from 'fastify';
import { invalidParameter, Refusal } from '../../../refusal.ts';
import { closeBehindOwed, textOf } from './broken-requests.ts';
import { atWorkOn } from './exchanges.ts';

/**
 * Answers what a client asks of its connection. A client that expects 100 Continue gets it after its head is admitted.
 * Tunnels (CONNECT) and other protocols (Upgrade) are refused, and the connection ends with the reply, since the
 * following bytes are not HTTP.
 */
export function answerHandshakes(app: FastifyInstance): void {
  const handOn = (request: IncomingMessage, response: ServerResponse) => app.server.emit('request', request, response);
  app.server.on('checkContinue', handOn);
  app.server.on('checkExpectation', handOn);
  app.server.on('connect', (_request, socket) => {
    // Node has released the socket: it no longer forwards 'drain' to a pending reply, nor cuts off a client that reads
    // nothing.
    socket.on('drain', () => atWorkOn(socket)?.response.emit('drain'));
    socket.on('timeout', () => socket.destroy());
    closeBehindOwed(socket, textOf(new Refusal('METHOD_NOT_ALLOWED', 'CONNECT is not allowed here.'), { allow: '' }));
  });
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers.upgrade !== undefined) reply.header('connection', 'close');
    if (headers.expect !== undefined && !awaitsContinue(headers.expect))
      throw invalidParameter('Expect', 'Only 100-continue can be expected.');
  });
  // Runs after all checks before the body: a refused client does not get 100 Continue.
  app.addHook('onRoute', (route) => {
    route.preParsing = [...new Set([...[route.preParsing ?? []].flat(), askForBody])];
  });
}

const askForBody: preParsingAsyncHookHandler = async ({ headers, raw }, reply) => {
  if (awaitsContinue(headers.expect) && raw.httpVersion === '1.1') reply.raw.writeContinue();
};

const awaitsContinue = (expect: string | undefined) => expect?.toLowerCase() === '100-continue';
