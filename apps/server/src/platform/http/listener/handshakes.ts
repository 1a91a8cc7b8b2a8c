import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, preParsingAsyncHookHandler } from 'fastify';
import { invalidParameter, Refusal } from '../../refusal.ts';
import { closeBehindOwed, textOf } from './broken-requests.ts';
import { atWorkOn } from './exchanges.ts';

/**
 * What a client may ask of its connection. Whoever waits to be asked for the body (Expect) is asked once the head is let
 * in; nobody gets a tunnel (CONNECT) or another protocol (Upgrade), whose connection ends with the reply to its request,
 * since what follows that head is no HTTP.
 */
export function answerHandshakes(app: FastifyInstance): void {
  const handOn = (request: IncomingMessage, response: ServerResponse) => app.server.emit('request', request, response);
  app.server.on('checkContinue', handOn);
  app.server.on('checkExpectation', handOn);
  app.server.on('connect', (_request, socket) => {
    // Node has let go of the connection: it no longer tells a reply on it when there is room again, nor cuts off who reads none.
    socket.on('drain', () => atWorkOn(socket)?.response.emit('drain'));
    socket.on('timeout', () => socket.destroy());
    closeBehindOwed(socket, textOf(new Refusal('METHOD_NOT_ALLOWED', 'CONNECT is not possible here.'), { allow: '' }));
  });
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers.upgrade !== undefined) reply.header('connection', 'close');
    if (headers.expect !== undefined && !awaitsContinue(headers.expect))
      throw invalidParameter('Expect', 'Only 100-continue can be expected.');
  });
  // After all that a call looks at before its body: whoever is refused there is not asked for it.
  app.addHook('onRoute', (route) => {
    route.preParsing = [...new Set([...[route.preParsing ?? []].flat(), askForBody])];
  });
}

const askForBody: preParsingAsyncHookHandler = async ({ headers, raw }, reply) => {
  if (awaitsContinue(headers.expect) && raw.httpVersion === '1.1') reply.raw.writeContinue();
};

const awaitsContinue = (expect: string | undefined) => expect?.toLowerCase() === '100-continue';
