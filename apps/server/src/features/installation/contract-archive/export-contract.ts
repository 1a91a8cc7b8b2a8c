import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ParsedQuery } from '@usance/api/call';
import { type contractArchives, mostAttachedBytes } from '@usance/api/installation/contract-archive';
import { sql } from 'kysely';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import { openUnnamed } from '#platform/data-dir/unnamed-file.ts';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import { archivedTables, fileOf, manifestFile, peopleFile, secretsFile } from './archived-tables.ts';
import { type ArchiveManifest, digestOf, type FileSum, FileSummed, notCarried } from './manifest.ts';
import { readRows } from './read-contract.ts';
import { tarEnd, tarHeaderOf, tarPaddingOf } from './tar.ts';

const partBytes = 256 * 1024;

/**
 * Exports a whole contract as of one moment. Throws 409 while some of its usage is in no signed statement, unless that
 * may stay behind: the other installation would never bill it. The archive is first written to a file, since
 * attachments may exceed memory and a slow reader must not hold a transaction.
 */
export async function exportContract(
  { db, now, contract }: Pick<ReadContext, 'db' | 'now'> & Grounds,
  { query }: { query: ParsedQuery<typeof contractArchives.export> },
): Promise<FileReply> {
  const file = await openUnnamed();
  try {
    const sums = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        if (!query.leaveUsage) await refuseUnsigned(tx, contract.id);
        await refuseTooManyAttached(tx, contract.id);
        return writeFiles(tx, contract.id, file);
      });
    const manifest: ArchiveManifest = {
      format: 'usance-contract-1',
      contractId: contract.id,
      currency: contract.currency,
      exportedAt: now.toISOString(),
      files: Object.fromEntries(sums),
      digest: digestOf(sums),
      notCarried: [...notCarried],
    };
    const tar = tarOf(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), sums, file);
    const content = Readable.from(tar, { objectMode: false });
    // The stream may never be read, and a forgotten open file ends the process.
    content.once('close', () => void file.close());
    return new FileReply(`${contract.id}.tar`, content);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes the files of an archive one after the other; returns their sums in order. */
async function writeFiles(tx: Tx, contractId: string, file: FileHandle): Promise<Map<string, FileSum>> {
  const sums = new Map<string, FileSum>();
  const write = async (name: string, parts: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const summed = new FileSummed();
    for await (const part of parts) {
      summed.add(part);
      await file.writeFile(part);
    }
    sums.set(name, summed.sum());
  };
  for (const each of archivedTables) await write(fileOf(each), readRows(tx, each, contractId));
  await write(peopleFile, [await peopleOf(tx, contractId)]);
  await write(secretsFile, [await secretsOf(tx, contractId)]);
  return sums;
}

async function* tarOf(manifest: Buffer, sums: ReadonlyMap<string, FileSum>, file: FileHandle): AsyncGenerator<Buffer> {
  yield tarHeaderOf(manifestFile, manifest.length);
  yield manifest;
  yield tarPaddingOf(manifest.length);
  let start = 0;
  for (const [name, { bytes }] of sums) {
    yield tarHeaderOf(name, bytes);
    yield* bytesAt(file, start, bytes);
    yield tarPaddingOf(bytes);
    start += bytes;
  }
  yield tarEnd;
}

async function* bytesAt(file: FileHandle, start: number, bytes: number): AsyncGenerator<Buffer> {
  for (let read = 0; read < bytes; ) {
    const part = Buffer.alloc(Math.min(partBytes, bytes - read));
    const { bytesRead } = await file.read(part, 0, part.length, start + read);
    read += bytesRead;
    yield part.subarray(0, bytesRead);
  }
}

/** Refuses an export that is too large to import. @internal for its test, since attaching so much would take long */
export async function refuseTooManyAttached(tx: Tx, contractId: string): Promise<void> {
  const { bytes } = await tx
    .selectFrom('attachment')
    .select(({ fn }) => fn.sum('file_size').as('bytes'))
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow();
  if (Number(bytes) > mostAttachedBytes)
    throw conflict('ATTACHMENT_LIMIT', `An archive may hold attachments of at most ${mostAttachedBytes} bytes.`);
}

async function refuseUnsigned(db: DbOrTx, contractId: string): Promise<void> {
  const { rows } = await sql<{ month: string | null }>`
    select min(month) as month from (
      select to_char(day, 'YYYY-MM') as month from usage_day where contract_id = ${contractId}
      union all
      select to_char(day, 'YYYY-MM') from usage_dirty_day where contract_id = ${contractId}
    ) as used
    where not exists (select from closed_month c where c.contract_id = ${contractId} and c.month = used.month)`.execute(
    db,
  );
  const month = rows[0]?.month;
  if (month)
    throw conflict('USAGE_UNSIGNED', `Usage of ${month} is in no signed statement, and stays behind.`, { month });
}

async function peopleOf(db: DbOrTx, contractId: string): Promise<Buffer> {
  const { rows } = await sql<{ line: string }>`
    select jsonb_build_object('email', identifier, 'role', role, 'granted_at', granted_at)::text as line
      from contract_role join account on account.id = account_id where contract_id = ${contractId}
    union all
    select jsonb_build_object('email', identifier, 'role', 'creator')::text
      from contract join account on account.id = creator where contract.id = ${contractId}
    order by line`.execute(db);
  return Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
}

/** Secrets stay sealed: only an installation with the same key can read them. */
async function secretsOf(db: DbOrTx, contractId: string): Promise<Buffer> {
  const { rows } = await sql<{ line: string }>`
    select jsonb_build_object('of', 'contract_key', 'key_id', key_id, 'secret', secret)::text as line
      from contract_key where contract_id = ${contractId}
    union all
    select jsonb_build_object('of', 'kyc_info', 'key_id', key_id, 'secret', person_social_id)::text
      from kyc_info where contract_id = ${contractId} and key_id is not null
    order by line`.execute(db);
  return Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
}
