import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { says } from '@usance/api/rule';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { invalidParameter, Refusal } from '../../refusal.ts';
import { atEntrance } from '../load/admission.ts';
import { callOf } from '../load/routed-call.ts';
import type { JsonBodies } from './json-bodies.ts';

/** Where JSON bodies are held while they come: those for which nobody is looked up, those of the unknown, and the others. */
type JsonRooms = Readonly<Record<'strangers' | 'unknown' | 'known', JsonBodies>>;

/**
 * Refuses a request that could be read in two ways, or only by changing it: one that names two hosts or none that can be
 * one, an address or a JSON body that is not UTF-8, a body that is packed, another protocol than HTTP 1; and by its head a
 * JSON body that is too large.
 */
export function refuseUnsound(app: FastifyInstance, bodies: JsonRooms): void {
  app.addHook('onRequest', async (request) => {
    if (request.raw.httpVersionMajor !== 1) throw invalidParameter('', 'This server speaks HTTP 1.1.');
    assertOneHost(request);
    assertOurs(request);
    assertReadable(request.url);
    // Node takes a body apart whose last coding is `chunked`, and would leave it packed as the first says.
    if (/[^\s]/.test((request.headers['transfer-encoding'] ?? '').replace(/^chunked$/i, '')))
      throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'The body comes with no Transfer-Encoding but chunked.');
    // An empty header and `identity` say the same; whoever packs a body would have it read as it comes.
    const encoding = request.headers['content-encoding'] ?? '';
    if (encoding !== '' && encoding.toLowerCase() !== 'identity')
      throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'The body comes without a Content-Encoding.');
  });
  app.addHook('preParsing', async (request, reply) => {
    if (!heldBodies.has(request.mediaType ?? '')) return;
    if (Number(request.headers['content-length'] ?? 0) <= (request.routeOptions.bodyLimit ?? 0)) return;
    // Nobody waits for what was announced; the client may go on sending it.
    reply.header('connection', 'close');
    throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  });
  const textOf = <T>(request: FastifyRequest, sent: Readable, use: (text: string) => T | Promise<T>) => {
    const { bodyLimit = 0, config } = request.routeOptions;
    const room = config.isForAnybody ? bodies.strangers : request.isKnown ? bodies.known : bodies.unknown;
    return room.read(sent, atEntrance(request), bodyLimit, (body) => {
      if (!isUtf8(body)) throw invalidParameter('', 'The body is not UTF-8.');
      return use(body.toString('utf8'));
    });
  };
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const jsonOf = (request: FastifyRequest, sent: Readable) =>
    textOf(request, sent, (text) => {
      // Clients name the media type of a body that they do not send: which calls want one, the calls say.
      if (text === '') return undefined;
      return new Promise((resolve, reject) => {
        parseJson(request, text, (error, value) => (error ? reject(error) : resolve(value)));
      });
    });
  app.addContentTypeParser('application/json', jsonOf);
  app.addContentTypeParser(plain, async (request: FastifyRequest, sent: Readable) => {
    if (!callOf(request)?.jsonInPlainText) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(plain);
    return jsonOf(request, sent);
  });
  app.addContentTypeParser(form, async (request: FastifyRequest, sent: Readable) => {
    // Any page can have a browser send a form: only calls that are meant to be sent so take one.
    if (!callOf(request)?.formFromElsewhere) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(form);
    return textOf(request, sent, formOf);
  });
}

const form = 'application/x-www-form-urlencoded';
const plain = 'text/plain';
const heldBodies = new Set(['application/json', form, plain]);

// Taking apart what has 33,000 of them, which anybody may send, would keep everybody else waiting for 50 ms.
const mostFields = 100;

/** What a form says, each field once. */
function formOf(text: string): Record<string, string> {
  if (text.split('&', mostFields + 1).length > mostFields)
    throw invalidParameter('', says('tooMany', { max: mostFields }));
  // Without a prototype, `__proto__` is a name like any other, and no call knows it.
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) throw invalidParameter(name, says('givenTwice'));
    fields[name] = value;
  }
  return fields;
}

/** Node keeps the first Host of several; a proxy before us may have kept another. HTTP 1.0 knows no Host. */
function assertOneHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  const isSound = hosts.length === 1 || (hosts.length === 0 && raw.httpVersion === '1.0');
  if (!isSound) throw invalidParameter('Host', says('givenTwice'));
  if (!/^[\w.~%:[\]-]*$/.test(raw.headers.host ?? '')) throw invalidParameter('Host', 'This is no name of a host.');
}

/** What is asked for is a path, or a whole address of the host that is named beside it. */
function assertOurs({ url, headers }: FastifyRequest): void {
  const host = /^https?:\/\/([^/?]*)/i.exec(url)?.[1];
  const isOurs = host === undefined ? url.startsWith('/') : host.toLowerCase() === headers.host?.toLowerCase();
  if (!isOurs) throw invalidParameter('', 'The address is neither a path nor one of this host.');
}

function assertReadable(url: string): void {
  const query = url.split('?').slice(1).join('?');
  // Bytes outside ASCII would be read one by one; percent signs that are no UTF-8 would be kept as they are.
  if (!/^[\x21-\x7e]*$/.test(url) || !isDecodable(query)) throw invalidParameter('', 'The address is not UTF-8.');
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
