import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import { answerBrokenRequest } from './broken-requests.ts';
import { compressReplies } from './compress-replies.ts';
import { oneAtATime } from './exchanges.ts';
import { forgetPorts } from './forwarded-ports.ts';
import { sendFrameworkError } from './framework-errors.ts';
import { answerHandshakes } from './handshakes.ts';
import { JsonBodies, type JsonBytes } from './json-bodies.ts';
import { hearOut } from './last-words.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { sendProblem } from './problem.ts';
import { replyHeaders } from './reply-headers.ts';
import { refuseUnsound } from './sound-request.ts';
import { tellUnavailable } from './tell-unavailable.ts';

/** Who was found before by what they carry. */
interface Known {
  has(request: FastifyRequest): boolean;
  accountOf(request: FastifyRequest): string | undefined;
}

const everybody: Known = { has: () => true, accountOf: () => undefined };
const nothing: Pick<Known, 'accountOf'> = { accountOf: () => undefined };

/**
 * A Fastify instance with our limits, headers and error replies; the features mount their calls on it. A request must
 * have arrived whole within `requestTimeout` milliseconds, its head within `headersTimeout`, however it drips; a connection
 * on which nothing moves for `connectionTimeout`, while a long call works for instance, is cut. Only a proxy of `trustProxy`
 * is believed where a request comes from. JSON bodies on their way hold no more than `jsonBytes`, those of whoever is not
 * known yet (`known`) no more than `unknownBytes`, those of calls that anybody may make no more than `strangersBytes`.
 * `devices` are those on which somebody has signed in.
 */
export async function openListener(
  log: Log,
  {
    headersTimeout = 10_000,
    requestTimeout = 15_000,
    connectionTimeout = 30_000,
    trustProxy = [],
    jsonBytes = { all: 32 * 2 ** 20, ofOne: 8 * 2 ** 20 },
    unknownBytes = { all: 8 * 2 ** 20, ofOne: 2 * 2 ** 20 },
    strangersBytes = { all: 8 * 2 ** 20, ofOne: 2 * 2 ** 20 },
    known = everybody,
    devices = nothing,
  }: {
    headersTimeout?: number;
    requestTimeout?: number;
    connectionTimeout?: number;
    trustProxy?: readonly string[];
    jsonBytes?: JsonBytes;
    unknownBytes?: JsonBytes;
    strangersBytes?: JsonBytes;
    known?: Known;
    devices?: Pick<Known, 'accountOf'>;
  } = {},
): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 256 * 1024,
    requestTimeout,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: answerBrokenRequest,
    serverFactory: (answer) => {
      const limits = {
        maxHeaderSize: 16 * 1024,
        headersTimeout,
        requestTimeout,
        keepAliveTimeout: 72_000,
        // Who is late is found so long after at most.
        connectionsCheckingInterval: headersTimeout / 2,
        // A request without a Host is refused with the others that are not sound, in words.
        requireHostHeader: false,
      };
      const listener = oneAtATime((request, response) => {
        forgetPorts(request);
        answer(request, response);
      });
      return createServer(limits, listener).setTimeout(connectionTimeout).on('connection', hearOut);
    },
  });
  await app.register(cookie);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(replyHeaders(request.id));
  });
  compressReplies(app);
  app.decorateRequest('isKnown', {
    getter() {
      return known.has(this);
    },
  });
  app.decorateRequest('knownAccount', {
    getter() {
      return known.accountOf(this);
    },
  });
  app.decorateRequest('deviceAccount', {
    getter() {
      return devices.accountOf(this);
    },
  });
  // Fastify reads text/plain by itself; few calls of ours take it, and those as JSON.
  app.removeContentTypeParser('text/plain');
  refuseUnsound(app, {
    strangers: new JsonBodies(strangersBytes, { forNewest: true }),
    unknown: new JsonBodies(unknownBytes),
    known: new JsonBodies(jsonBytes),
  });
  // Bodies that a verb reads as they come: usage batches and imported files.
  const streamed = ['application/x-ndjson', 'application/x-tar', 'text/csv', 'multipart/form-data'];
  app.addContentTypeParser(streamed, (_request, payload, done) => done(null, payload));
  app.setErrorHandler(sendProblem);
  tellUnavailable(app);
  refuseOtherMethods(app);
  answerHandshakes(app);
  return app;
}
