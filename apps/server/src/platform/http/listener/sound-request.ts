import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { says } from '@usance/api/rule';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { invalidParameter, Refusal } from '../../refusal.ts';
import { atEntrance } from '../load/admission.ts';
import { callOf } from '../load/routed-call.ts';
import type { JsonBodies } from './json-bodies.ts';

/** The memory for arriving JSON bodies: of calls open to anyone, of unknown callers, and of known ones. */
type JsonRooms = Readonly<Record<'strangers' | 'unknown' | 'known', JsonBodies>>;

/**
 * Refuses an ambiguous request: several or invalid hosts, an address or JSON body that is not UTF-8, a compressed body,
 * another protocol than HTTP 1. Also refuses a JSON body by its declared length.
 */
export function refuseUnsound(app: FastifyInstance, bodies: JsonRooms): void {
  app.addHook('onRequest', async (request) => {
    if (request.raw.httpVersionMajor !== 1) throw invalidParameter('', 'This server speaks only HTTP 1.1.');
    assertOneHost(request);
    assertOurs(request);
    assertReadable(request.url);
    // Node decodes a body whose last coding is `chunked`, and would leave the others in place.
    if (/[^\s]/.test((request.headers['transfer-encoding'] ?? '').replace(/^chunked$/i, '')))
      throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'The only Transfer-Encoding accepted is chunked.');
    // An empty header and `identity` mean the same; a compressed body would be read as raw bytes.
    const encoding = request.headers['content-encoding'] ?? '';
    if (encoding !== '' && encoding.toLowerCase() !== 'identity')
      throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'A Content-Encoding is not accepted.');
  });
  app.addHook('preParsing', async (request, reply) => {
    if (!heldBodies.has(request.mediaType ?? '')) return;
    if (Number(request.headers['content-length'] ?? 0) <= (request.routeOptions.bodyLimit ?? 0)) return;
    // The announced body is not read; the client may still send it.
    reply.header('connection', 'close');
    throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  });
  const textOf = <T>(request: FastifyRequest, sent: Readable, use: (text: string) => T | Promise<T>) => {
    const { bodyLimit = 0, config } = request.routeOptions;
    const room = config.isForAnybody ? bodies.strangers : request.isKnown ? bodies.known : bodies.unknown;
    return room.read(sent, atEntrance(request), bodyLimit, (body) => {
      if (!isUtf8(body)) throw invalidParameter('', 'The body is not valid UTF-8.');
      return use(body.toString('utf8'));
    });
  };
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const jsonOf = (request: FastifyRequest, sent: Readable) =>
    textOf(request, sent, (text) => {
      // Clients name a media type even without a body; the calls decide which of them need one.
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
    // Any page can make a browser send a form, so only calls meant for it take one.
    if (!callOf(request)?.formFromElsewhere) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(form);
    return textOf(request, sent, formOf);
  });
}

const form = 'application/x-www-form-urlencoded';
const plain = 'text/plain';
const heldBodies = new Set(['application/json', form, plain]);

// Parsing 33,000 fields, which any client could send, would block the event loop for 50 ms.
const mostFields = 100;

/** The fields of a form, each at most once. */
function formOf(text: string): Record<string, string> {
  if (text.split('&', mostFields + 1).length > mostFields)
    throw invalidParameter('', says('tooMany', { max: mostFields }));
  // Without a prototype, `__proto__` is an ordinary name, which no call has.
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) throw invalidParameter(name, says('givenTwice'));
    fields[name] = value;
  }
  return fields;
}

/**
 * Node keeps the first of several Host headers, and a proxy before us may have kept another. HTTP 1.0 needs no Host.
 */
function assertOneHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  const isSound = hosts.length === 1 || (hosts.length === 0 && raw.httpVersion === '1.0');
  if (!isSound) throw invalidParameter('Host', says('givenTwice'));
  if (!/^[\w.~%:[\]-]*$/.test(raw.headers.host ?? '')) throw invalidParameter('Host', 'This is not a host name.');
}

/** The address is a path, or a full URL with the host of the Host header. */
function assertOurs({ url, headers }: FastifyRequest): void {
  const host = /^https?:\/\/([^/?]*)/i.exec(url)?.[1];
  const isOurs = host === undefined ? url.startsWith('/') : host.toLowerCase() === headers.host?.toLowerCase();
  if (!isOurs) throw invalidParameter('', 'The address is neither a path nor one of this host.');
}

function assertReadable(url: string): void {
  const query = url.split('?').slice(1).join('?');
  // Node would read bytes outside ASCII one by one, and keep percent signs that are not UTF-8.
  if (!/^[\x21-\x7e]*$/.test(url) || !isDecodable(query)) throw invalidParameter('', 'The address is not valid UTF-8.');
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
