import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { pidOfPostgres } from '#platform/postgres/embedded/left-behind.ts';
import { admitted, deposit, furnishedPlace, ingest } from '#testing/process/acknowledged-writes.ts';
import { familyOf } from '#testing/process/process-family.ts';
import { killServers, type ServerProcess, startServerProcess } from '#testing/process/server-process.ts';

afterEach(killServers);

const canTrace = spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;
const writes = 10;

describe.runIf(canTrace)('an acknowledged write', () => {
  it('was synced before PostgreSQL and the server replied', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'usance-synced-'));
    const place = await furnishedPlace(dataDir);
    const server = await startServerProcess(place.env);
    const traced = await traceOf(server, dataDir);
    for (let count = 1; count <= writes; count += 1) {
      for (const write of [deposit(place.contractId, `${count}`), ingest(place, `${count}`)]) {
        const reply = await admitted(server, ...write);
        await reply.arrayBuffer();
        expect(reply.status).toBeLessThan(300);
      }
    }
    const steps = stepsOf(await traced());
    expect(await server.end('SIGINT')).toBe(0);
    const asked = steps.split('asked ').slice(1);
    expect(asked.filter((each) => each.includes('acknowledged'))).toHaveLength(2 * writes);
    // The server's own rounds commit too, maybe together with a write that was synced before the request.
    for (const each of asked)
      expect(each).toMatch(/^(committed )*(synced )+committed (synced |committed )*acknowledged/);
    rmSync(dataDir, { recursive: true });
  }, 120_000);
});

/** Traces the server and its PostgreSQL until called; returns their system calls in order. */
async function traceOf(server: ServerProcess, dataDir: string): Promise<() => Promise<string>> {
  const file = join(dataDir, 'traced');
  const pids = [server.child.pid, ...familyOf(pidOfPostgres(join(dataDir, 'postgres', 'data')) ?? 0)];
  const calls = 'trace=fdatasync,read,write,writev,sendto';
  const strace = spawn('strace', [
    '-f',
    '-s',
    '60',
    '-e',
    calls,
    '-o',
    file,
    ...pids.flatMap((pid) => ['-p', `${pid}`]),
  ]);
  let said = '';
  await new Promise<void>((resolve) => {
    strace.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      // A process may have ended meanwhile.
      if (pids.every((pid) => said.includes(`Process ${pid} attached`) || said.includes(`, ${pid})`))) resolve();
    });
  });
  return async () => {
    strace.kill('SIGINT');
    await once(strace, 'exit');
    return readFileSync(file, 'utf8');
  };
}

/** Reduces the trace to words: a request, a finished sync, PostgreSQL's commit reply, a reply. */
function stepsOf(trace: string): string {
  const words = trace.split('\n').map((line) => {
    if (/"POST \/internal\//.test(line)) return 'asked ';
    if (/fdatasync.* = 0$/.test(line)) return 'synced ';
    if (/sendto.*COMMIT/.test(line)) return 'committed ';
    return /write.*"HTTP\/1\.1 20/.test(line) ? 'acknowledged ' : '';
  });
  return words.join('');
}
