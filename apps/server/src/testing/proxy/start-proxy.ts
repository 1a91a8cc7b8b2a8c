import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePorts } from '../process/server-process.ts';
import type { Ports, ProxyKind } from './deployed-proxies.ts';

/** The proxy's host names, which its certificate covers. */
const hosts = { people: 'usance.example.com', meters: 'usance.internal' };

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** The local address to send from. */
  readonly from?: string;
}

interface Told {
  readonly status: number | undefined;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

export interface RunningProxy {
  /** Sends a request over TLS, on a new connection. */
  ask(door: keyof typeof hosts, asked: Asked): Promise<Told>;
  close(): Promise<void>;
}

/** Starts a proxy in front of this machine's listeners; resolves when it accepts connections. */
export async function startProxy(kind: ProxyKind, behind: Pick<Ports, 'customer' | 'internal'>): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'usance-proxy-'));
  const ca = certify(folder);
  const ports = { ...behind, ...(await freePorts('people', 'meters', 'plain')) };
  const child = spawn(kind.program ?? kind.name, kind.configure(folder, ports), {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (const port of [ports.people, ports.meters]) {
    while (!(await listens(port))) if (child.exitCode !== null) throw new Error(`${kind.name} has ended: ${said}`);
  }
  return {
    ask: (door, asked) => ask({ host: '127.0.0.1', port: ports[door], ca, servername: hosts[door] }, asked),
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the self-signed certificate that the configurations name. */
function certify(folder: string): Buffer {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = Object.values(hosts).map((host) => `DNS:${host}`);
  const asked = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=test'];
  const written = ['-keyout', key, '-out', certificate, '-addext', `subjectAltName=${names.join(',')}`];
  execFileSync('openssl', [...asked, ...written], { stdio: 'ignore' });
  return readFileSync(certificate);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}

interface Door {
  readonly host: string;
  readonly port: number;
  readonly ca: Buffer;
  readonly servername: string;
}

function ask(door: Door, { path, method = 'GET', headers = {}, body, from }: Asked): Promise<Told> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const asked = request({
      ...door,
      path,
      method,
      agent: false,
      headers: { host: door.servername, ...length, ...headers },
      ...(from !== undefined && { localAddress: from }),
    });
    asked.on('response', (reply) => {
      const told = { status: reply.statusCode, cookies: reply.headers['set-cookie'] ?? [] };
      buffer(reply).then((bytes) => resolve({ ...told, body: bytes }), reject);
    });
    asked.on('error', reject).end(body);
  });
}
