import type { ParsedQuery } from '@usance/api/call';
import type { contractArchives } from '@usance/api/contract-archive';
import { sql } from 'kysely';
import type { Grounds, ReadContext } from '../../../platform/context/context.ts';
import { FileReply } from '../../../platform/http/calls/file-reply.ts';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { conflict } from '../../../platform/refusal.ts';
import { manifestFile, peopleFile, secretsFile } from './archived-tables.ts';
import { type ArchiveManifest, digestOf, notCarried, rowsOf, sha256Of } from './manifest.ts';
import { readContract } from './read-contract.ts';
import { writeTar } from './tar.ts';

/**
 * A whole contract as it stands at one moment. 409 while usage of it is in no signed statement, unless that is to stay
 * behind: whoever goes on elsewhere would never bill it.
 */
export async function exportContract(
  { db, now, contract }: Pick<ReadContext, 'db' | 'now'> & Grounds,
  { query }: { query: ParsedQuery<typeof contractArchives.export> },
): Promise<FileReply> {
  const tar = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      if (!query.leaveUsage) await refuseUnsigned(tx, contract.id);
      const files = await readContract(tx, contract.id);
      const digest = digestOf(files);
      files.set(peopleFile, await peopleOf(tx, contract.id));
      files.set(secretsFile, await secretsOf(tx, contract.id));
      const told = [...files].map(([name, content]) => [
        name,
        { bytes: content.length, rows: rowsOf(content), sha256: sha256Of(content) },
      ]);
      const manifest: ArchiveManifest = {
        format: 'usance-contract-1',
        contractId: contract.id,
        currency: contract.currency,
        exportedAt: now.toISOString(),
        files: Object.fromEntries(told),
        digest,
        notCarried: [...notCarried],
      };
      return writeTar(new Map([[manifestFile, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)], ...files]));
    });
  return new FileReply(`${contract.id}.tar`, tar);
}

/** What was never counted by day may be of any month since it came. */
async function refuseUnsigned(db: DbOrTx, contractId: string): Promise<void> {
  const { rows } = await sql<{ month: string | null }>`
    select min(month) as month from (
      select to_char(day, 'YYYY-MM') as month from usage_day where contract_id = ${contractId}
      union all
      select to_char(day, 'YYYY-MM') from usage_dirty_day where contract_id = ${contractId}
      union all
      select to_char(accepted_at at time zone 'UTC', 'YYYY-MM') from usage_batch join usage_to_count using (contract_id)
        where contract_id = ${contractId} and batch_no <= through_batch
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

/** As they are kept: only an installation that is told the key of this one can read them. */
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
