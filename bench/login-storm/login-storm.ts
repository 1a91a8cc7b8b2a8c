import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { accounts } from '@usance/api/people/account';
import { requestOf, urlOf } from '@usance/api/request';
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/process/server-process.ts';
import { describeHardware } from '../hardware.ts';
import { type Client, type Outcome, outcomeOf, readOnce } from '../overload/clients.ts';
import { signInAll } from '../overload/sessions.ts';

// Eight readers with pauses of 10 ms stay below a session's limit of 600 requests a minute, which this bench does not
// measure.
const readers = 8;
const pauseMs = 10;

/**
 * Starts an installation with the demonstration and measures whoami, first idle, then during a login storm. In the
 * storm each machine sends one wrong password after the other, each for another e-mail, so no limit spares the server
 * the hashing.
 */
export async function benchLoginStorm(machines: number, seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'usance-login-storm-'));
  console.log(`${describeHardware()}; ${machines} machines, ${seconds} s; load before ${loadavg()[0]?.toFixed(1)}`);
  const server = await startServerProcess({ DATA_DIR: folder, SEED: 'demo', TRUST_PROXY: 'loopback' });
  try {
    await measure(server, machines, seconds);
  } finally {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure({ url }: ServerProcess, machines: number, seconds: number): Promise<void> {
  const clients = await signInAll(url, Array<string>(readers).fill('admin@demo.usance.dev'));
  // The first requests open the connections and make the engine compile.
  await askWhoami(url, clients, 2);
  const idle = await askWhoami(url, clients, seconds);
  const storm = startStorm(url, machines);
  await wait(1_000);
  const underStorm = await askWhoami(url, clients, seconds);
  const statuses = await storm.stop();
  print('idle', idle);
  print('storm', underStorm);
  const counts = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
  console.log(`sign-ins answered meanwhile: ${counts}`);
  console.log(`p99 of whoami under a login storm: ${(underStorm.p99 / idle.p99).toFixed(2)} × idle`);
}

async function askWhoami(origin: string, clients: readonly Client[], seconds: number): Promise<Outcome> {
  const asked: { read: string; status: number; ms: number }[] = [];
  const end = performance.now() + seconds * 1_000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const client = clients[turn % clients.length];
    if (client === undefined) break;
    asked.push({ read: 'whoami', ...(await readOnce(client, origin + urlOf(accounts.whoami))) });
    await wait(pauseMs);
  }
  return outcomeOf(asked, seconds);
}

/**
 * Starts the storm. Each machine sends a wrong password when its previous one is answered, and waits briefly after a
 * refusal for load.
 */
function startStorm(origin: string, machines: number): { stop(): Promise<ReadonlyMap<number, number>> } {
  const statuses = new Map<number, number>();
  let isOver = false;
  const sending = Array.from({ length: machines }, async (_, machine) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; !isOver; turn += 1) {
      const status = await guess(origin, agent, { machine, turn });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 401) await wait(20 + Math.random() * 80);
    }
    agent.destroy();
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(sending);
      return statuses;
    },
  };
}

function guess(origin: string, agent: Agent, { machine, turn }: { machine: number; turn: number }): Promise<number> {
  const identifier = `nobody-${machine}-${turn}@example.com`;
  const { url, method, headers, body } = requestOf(accounts.login, { body: { identifier, password: 'Guessed-1' } });
  // An address may send thirty wrong passwords in ten minutes, so each machine changes its address after 20.
  const at = machine * 250 + (Math.floor(turn / 20) % 250);
  const from = { 'x-forwarded-for': `198.19.${Math.floor(at / 250) % 250}.${at % 250}` };
  return new Promise((resolve) => {
    const asking = request(origin + url, { method, agent, headers: { ...headers, ...from } }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
    });
    asking.once('error', () => resolve(0)).end(body);
  });
}

function print(name: string, { accepted, goodput, p50, p99, others }: Outcome): void {
  const refused = [...others].map(([status, times]) => `${times} × ${status}`).join(', ');
  console.log(
    `whoami ${name.padEnd(6)} ${`${accepted}`.padStart(5)} (${goodput.toFixed(0)}/s)  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  ${refused}`,
  );
}
