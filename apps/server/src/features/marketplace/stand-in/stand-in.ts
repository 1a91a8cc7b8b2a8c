import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAws, type WireAnswer } from './aws-wire.ts';
import { answerAzure } from './azure-wire.ts';
import { StandInBooks } from './books.ts';

/** A fault that the stand-in applies to a request. */
type Mishap = 'throttled' | 'reply lost' | 'lost' | 'sent twice' | undefined;

interface Options {
  readonly dimensions: readonly string[];
  readonly now: () => Date;
  /** Called for each request. */
  readonly mishap?: (target: string) => Mishap;
  readonly delayMs?: number;
}

/** A local stand-in for the marketplaces of AWS and Azure: it speaks their wire formats and bills no one. */
export interface StandIn {
  readonly url: string;
  readonly books: StandInBooks;
  /** The open operations of Azure, by id. */
  readonly operations: Map<string, Readonly<Record<string, unknown>>>;
  /** The number of requests by target or path. */
  readonly asked: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function startStandIn(options: Options): Promise<StandIn> {
  const books = new StandInBooks(options.dimensions, options.now);
  const operations = new Map<string, Readonly<Record<string, unknown>>>();
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    void answer(request, response, { ...options, books, operations, asked });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, books, operations, asked, close: () => closed(server) };
}

interface Serving extends Options {
  readonly books: StandInBooks;
  readonly operations: Map<string, Readonly<Record<string, unknown>>>;
  readonly asked: Map<string, number>;
}

async function answer(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const target = String(request.headers['x-amz-target'] ?? '');
  const path = String(request.url).split('?')[0] ?? '';
  const what = target || path;
  serving.asked.set(what, (serving.asked.get(what) ?? 0) + 1);
  const body = fieldsOf(await textOf(request));
  if (serving.delayMs) await new Promise((resolve) => setTimeout(resolve, serving.delayMs));
  const mishap = serving.mishap?.(what);
  if (mishap === 'lost') return void response.destroy();
  const token = String(request.headers['x-ms-marketplace-token'] ?? '');
  const answerOnce = (): WireAnswer =>
    target
      ? answerAws(serving.books, target, body)
      : answerAzure(serving.books, serving.operations, { method: request.method ?? '', path, token, body });
  if (mishap === 'sent twice') answerOnce();
  const { status, body: told }: WireAnswer =
    mishap === 'throttled'
      ? { status: target ? 400 : 429, body: { __type: 'ThrottlingException', message: 'Slow down.' } }
      : answerOnce();
  if (mishap === 'reply lost') return void response.destroy();
  const headers = { 'content-type': target ? 'application/x-amz-json-1.1' : 'application/json' };
  // Marks every reply as coming from a stand-in.
  response.writeHead(status, { ...headers, 'x-stand-in': 'This is a stand-in for a marketplace; it bills nobody.' });
  response.end(JSON.stringify(told));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
