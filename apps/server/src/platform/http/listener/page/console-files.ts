import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import type { RegionHosts } from '../../../config/region-hosts.ts';
import { askedPath } from '../asked-path.ts';
import { packedParts } from '../packed-parts.ts';
import type { FirstReplies } from './first-replies.ts';
import { pageFilesOf } from './page-files.ts';

/** The data that the page gets before its first request. */
export interface Boot {
  readonly variant: 'hosted' | 'self-hosted';
  readonly version: string;
  /** The external form for booking a demonstration; the console's own without it. */
  readonly demoFormUrl?: string | undefined;
  readonly policies?: Config['policies'];
  readonly regionHosts?: RegionHosts | undefined;
  /** The current time of a sandbox, whose clock can be moved. */
  readonly sandboxNow?: string | undefined;
  /** The people of the demonstration, whom the sign-in page offers; absent elsewhere. */
  readonly demoPeople?: readonly DemoPerson[] | undefined;
}

interface DemoPerson {
  readonly identifier: string;
  readonly password: string;
  readonly fullName: string;
  /** The part of the person there, for which the console has words. */
  readonly part: string;
}

/** Makes the data of a page: what is known at once, and the replies to its first calls. */
export interface PageData {
  readonly bootOf: (request: FastifyRequest) => Boot;
  /** Never fails; undefined for a page that asks nothing. */
  readonly repliesTo: (request: FastifyRequest) => Promise<FirstReplies> | undefined;
}

/**
 * Serves a built console: its files, and its page for every address outside the API, so that links into the console can
 * be opened and reloaded. Without a build, the page says how to make one.
 */
export async function serveConsole(app: FastifyInstance, dist: string, { bootOf, repliesTo }: PageData): Promise<void> {
  const built = existsSync(join(dist, 'index.html'));
  const page = built ? readFileSync(join(dist, 'index.html'), 'utf8') : missingPage;
  if (built) {
    await app.register(staticFiles, {
      root: dist,
      // One route for each file, so that an unknown address gets the page.
      wildcard: false,
      index: false,
      globIgnore: ['index.html', 'manifest.json', '**/*.br', '**/*.gz', '**/*.map'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const immutable = path.includes('/assets/');
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
        reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
      },
    });
  }
  const pageFiles = pageFilesOf(dist);
  app.addHook('preHandler', async (request, reply) => {
    if (request.is404 && isPage(request)) {
      const files = pageFiles(askedPath(request));
      return sendPage(reply, { page, files, boot: bootOf(request), replies: repliesTo(request) });
    }
  });
}

function isPage(request: FastifyRequest): boolean {
  const { method } = request;
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|internal|assets)(\/|$)/.test(askedPath(request));
}

interface PageParts {
  readonly page: string;
  /** Paths below the console's root, as the build names them. */
  readonly files: readonly string[];
  readonly boot: Boot;
  readonly replies: Promise<FirstReplies> | undefined;
}

/** Sends the head of a page at once, so that the browser loads the files while the replies are made. */
function sendPage(reply: FastifyReply, { page, files, boot, replies }: PageParts): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="preload" as="style" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}" nonce="__NONCE__">`,
  );
  const [head = '', tail] = page
    .replace('</head>', () => `${links.join('')}</head>`)
    .replaceAll('__NONCE__', nonce)
    .split('__BOOT__');
  const endWith = (told: FirstReplies) => JSON.stringify({ ...boot, replies: told }).replaceAll('<', '\\u003c') + tail;
  async function* parts(coming: Promise<FirstReplies>) {
    yield head;
    yield endWith(await coming);
  }
  reply
    .headers({ 'content-security-policy': policyOf(nonce, boot.demoFormUrl), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8');
  if (tail === undefined) return reply.send(head);
  return reply.send(replies === undefined ? head + endWith({}) : packedParts(reply, parts(replies)));
}

// Charts and tables position their parts by style attributes, which take no nonce; style elements need one.
function policyOf(nonce: string, demoFormUrl: string | undefined): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Our own files are shown in frames. They restrict themselves; our pages cannot be framed.
    `frame-src 'self'${demoFormUrl === undefined ? '' : ` ${new URL(demoFormUrl).origin}`}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

const missingPage =
  '<!doctype html><html lang="en"><title>Usance</title><body><h1>The console is not built</h1><p>Run <code>npm start</code>.</p></body></html>';
