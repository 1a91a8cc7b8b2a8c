import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathOf } from '@usance/api/call';
import { health } from '@usance/api/health';

export interface Starting {
  /** The port it listens on, chosen by the system if 0 was given. */
  readonly port: number;
  /** The address it listens on: all addresses of the machine, IPv6 included if there is any. */
  readonly host: string;
  close(): Promise<void>;
}

/**
 * Answers on a port while the databases open and the demonstration is made. The process is alive (internal port only),
 * every call gets 503, and a browser shows the progress and reloads each second.
 */
export async function answerWhileStarting(
  where: { port: number; host?: string; tellsAlive: boolean },
  progress: () => string,
): Promise<Starting> {
  const server = createServer((request, response) => {
    if (where.tellsAlive && request.method === 'GET' && request.url === pathOf(health.alive, 'internal')) {
      sendJson(response, 200, { status: 'alive' });
    } else if (request.url?.includes('/api/')) {
      const message = `Starting: ${progress()}`;
      sendJson(response, 503, { code: 503, reason: 'UNAVAILABLE', message, metadata: {}, requestId: '' });
    } else {
      response.writeHead(503, { ...headers, 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' });
      response.end(page(progress()));
    }
  });
  await listen(server, where.port, where.host);
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    host: address.address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', connection: 'close' };

function sendJson(response: ServerResponse, status: number, body: object): void {
  const retry = status === 503 ? { 'retry-after': '1' } : {};
  response.writeHead(status, { ...headers, ...retry, 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

function page(progress: string): string {
  const text = progress.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<title>Usance is starting</title><body><h1>Usance is starting</h1><p role="status">${text}</p></body></html>`;
}
