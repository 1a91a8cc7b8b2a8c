import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import { compressReplies } from './compress-replies.ts';
import { answerBrokenRequest } from './connection/broken-requests.ts';
import { oneAtATime } from './connection/exchanges.ts';
import { answerHandshakes } from './connection/handshakes.ts';
import { hearOut } from './connection/last-words.ts';
import { forgetPorts } from './forwarded-ports.ts';
import { JsonBodies, type JsonBytes } from './json-bodies.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { sendFrameworkError } from './problem/framework-errors.ts';
import { logUnavailable } from './problem/log-unavailable.ts';
import { sendProblem } from './problem/problem.ts';
import { replyHeaders } from './problem/reply-headers.ts';
import { refuseUnsound } from './sound-request.ts';

/** Callers who were found before, by their cookies. */
interface Known {
  has(request: FastifyRequest): boolean;
  accountOf(request: FastifyRequest): string | undefined;
}

const everybody: Known = { has: () => true, accountOf: () => undefined };
const nothing: Pick<Known, 'accountOf'> = { accountOf: () => undefined };

/**
 * Opens a Fastify instance with our limits, headers and error replies; the features mount their calls on it. A request
 * must arrive within `requestTimeout` milliseconds, its head within `headersTimeout`. A connection without traffic for
 * `connectionTimeout` is cut. Only proxies in `trustProxy` may name the client's address.
 *
 * Arriving JSON bodies are limited to `jsonBytes`, those of unknown callers to `unknownBytes`, and those of calls open
 * to anyone to `strangersBytes`. On `devices`, an account has signed in before.
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
        // A late request is found after at most this time.
        connectionsCheckingInterval: headersTimeout / 2,
        // A request without a Host is refused later, in our words.
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
  // Fastify reads text/plain by default; a few of our calls take it, as JSON.
  app.removeContentTypeParser('text/plain');
  refuseUnsound(app, {
    strangers: new JsonBodies(strangersBytes, { forNewest: true }),
    unknown: new JsonBodies(unknownBytes),
    known: new JsonBodies(jsonBytes),
  });
  // A verb reads these bodies as they arrive: usage batches and imported files.
  const streamed = ['application/x-ndjson', 'application/x-tar', 'text/csv', 'multipart/form-data'];
  app.addContentTypeParser(streamed, (_request, payload, done) => done(null, payload));
  app.setErrorHandler(sendProblem);
  logUnavailable(app);
  refuseOtherMethods(app);
  answerHandshakes(app);
  return app;
}
