import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bank } from '@usance/api/billing/bank';
import { usages } from '@usance/api/metering/usage';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { openEngines } from '#platform/engines/open-engines.ts';
import { pidOfPostgres } from '#platform/postgres/embedded/left-behind.ts';
import {
  admitted,
  deposit,
  furnishedPlace,
  ingest,
  lineIds,
  linesABatch,
  type Place,
  sendInternally,
} from '#testing/process/acknowledged-writes.ts';
import { familyOf } from '#testing/process/process-family.ts';
import { killServers, type ServerProcess, startServerProcess } from '#testing/process/server-process.ts';
import { silent } from '#testing/silent-log.ts';
import { verifyInstallation } from './features/installation/verify/verify-installation.ts';
import { flushUsage } from './features/metering/usage/moving/flush-usage.ts';
import { releaseClaims } from './features/metering/usage/moving/release-claims.ts';

/** The processes that die, start after start; the last case is a power cut or the end of a container. */
const deaths = ['the server', 'the server and its PostgreSQL', 'the server and all that it started'] as const;
type Death = (typeof deaths)[number];
const acknowledgedBeforeKill = 60;
const writersOfEach = 3;

afterEach(killServers);

describe('kill -9 of the server', () => {
  it('loses no acknowledged deposit or usage, and counts none twice', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'usance-kill-'));
    const place = await furnishedPlace(dataDir);
    const { env } = place;
    const sent = { deposits: new Map<string, boolean>(), batches: new Map<string, boolean>() };

    for (const [count, death] of deaths.entries()) {
      const server = await startServerProcess(env);
      await writeUntilKilled(server, place, sent, { count, killAll: () => kill(death, server, dataDir) });
    }

    const server = await startServerProcess(env);
    for (const [amount, acknowledged] of sent.deposits) {
      const reply = await admitted(server, ...deposit(place.contractId, amount));
      expect(reply.ok).toBe(true);
      if (acknowledged) expect(reply.headers.get('idempotent-replayed')).toBe('true');
    }
    for (const [batch, acknowledged] of sent.batches) {
      const reply = usages.ingest.reply.parse(await (await admitted(server, ...ingest(place, batch))).json());
      if (acknowledged) expect(reply).toMatchObject({ accepted: 0, duplicate: linesABatch, refused: 0 });
      else expect(reply.accepted + reply.duplicate).toBe(linesABatch);
    }
    const amounts = await depositedAmounts(server, place.contractId);
    expect(amounts).toEqual([...sent.deposits.keys()].sort());
    const { balance } = await read(server, bank.balance, place.contractId);
    expect(unitsOf(balance)).toBe(amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n));
    expect(await server.end('SIGINT')).toBe(0);

    const stored = await storedUsage(dataDir);
    const ids = [...sent.batches.keys()].flatMap((batch) => lineIds(batch));
    expect(stored).toEqual({ problems: [], ids: ids.sort() });
    rmSync(dataDir, { recursive: true });
  }, 300_000);
});

/** Many clients write at once; after so many acknowledgements the process is killed during further writes. */
async function writeUntilKilled(
  server: ServerProcess,
  place: Place,
  sent: Record<'deposits' | 'batches', Map<string, boolean>>,
  { count, killAll }: { count: number; killAll: () => void },
): Promise<void> {
  let acknowledged = 0;
  const write = async (log: Map<string, boolean>, name: string, request: () => Promise<Response>) => {
    log.set(name, false);
    const reply = await request();
    await reply.arrayBuffer();
    if (reply.ok) log.set(name, true);
    acknowledged += reply.ok ? 1 : 0;
    if (acknowledged === acknowledgedBeforeKill) killAll();
  };
  const untilGone = async (one: (round: number) => Promise<void>) => {
    for (let round = 1; ; round += 1) {
      try {
        await one(round);
      } catch {
        return;
      }
    }
  };
  const writers = Array.from({ length: writersOfEach }, (_, writer) => [
    untilGone((round) => {
      // Each amount is unique, so that it identifies its deposit.
      const amount = `${(count + 1) * 1_000_000 + writer * 10_000 + round}.00000001`;
      return write(sent.deposits, amount, () => sendInternally(server, ...deposit(place.contractId, amount)));
    }),
    untilGone((round) => {
      const batch = `${count}-${writer}-${round}`;
      return write(sent.batches, batch, () => sendInternally(server, ...ingest(place, batch)));
    }),
  ]);
  await Promise.all(writers.flat());
  await server.end('SIGKILL');
}

function kill(death: Death, server: ServerProcess, dataDir: string): void {
  const database = pidOfPostgres(join(dataDir, 'postgres', 'data'));
  const dying = {
    'the server': [server.child.pid],
    'the server and its PostgreSQL': [server.child.pid, database],
    'the server and all that it started': familyOf(server.child.pid ?? 0),
  }[death];
  if (death === 'the server and all that it started') expect(dying).toContain(database);
  for (const pid of dying) if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

async function read<C extends typeof bank.balance>(server: ServerProcess, call: C, contractId: string) {
  return call.reply.parse(await (await admitted(server, call, { params: { id: contractId } })).json());
}

async function depositedAmounts(server: ServerProcess, contractId: string): Promise<string[]> {
  const amounts: string[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const reply = await admitted(server, bank.transactions, { params: { id: contractId }, query: { pageNum } });
    const { items } = bank.transactions.reply.parse(await reply.json());
    if (items.length === 0) return amounts.sort();
    amounts.push(...items.map((item) => item.amount));
  }
}

/** Reads the databases directly, without the server. */
async function storedUsage(dataDir: string) {
  const { postgres, clickhouse, close } = await openEngines({ dataDir, log: silent });
  const deps = { db: postgres.db, clickhouse, clock: systemClock, log: silent };
  await releaseClaims(postgres.db);
  await flushUsage(deps);
  const problems: string[] = [];
  for await (const found of verifyInstallation(deps)) problems.push(...found.problems);
  const rows = await clickhouse.query<{ id: string }>('SELECT usage_id AS id FROM usage_record');
  await close();
  return { problems, ids: rows.map((row) => row.id).sort() };
}

function unitsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
