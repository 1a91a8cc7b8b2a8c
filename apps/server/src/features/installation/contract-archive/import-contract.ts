import type { CallReply } from '@usance/api/call';
import { contractArchives } from '@usance/api/installation/contract-archive';
import { sql } from 'kysely';
import type { SpanningContext, WriteContext } from '#platform/context/context.ts';
import { auditDone } from '#platform/http/calls/audit/audit.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { moving } from '../../billing/account-period/moving-money.ts';
import { verifyDigests } from '../../billing/statement/verify-statements.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { changePrices } from '../../metering/rating-terms/rating-terms.ts';
import { assertColumns, columnsOf } from './archive-columns.ts';
import { type ArchivedTable, archivedTables, fileOf } from './archived-tables.ts';
import { keepPeople } from './keep-people.ts';
import { bad, linesOfFile, type OpenArchive, openArchive } from './open-archive.ts';
import { digestOfContract } from './read-contract.ts';

type Reply = CallReply<typeof contractArchives.import>;

/**
 * Imports a contract completely or not at all, row by row through all guards of the database. Then exports it again and
 * compares the digests. Throws 400 with the fault, and 409 if any part of it already exists.
 */
export async function importContract(ctx: SpanningContext, { body }: { body: AsyncIterable<Buffer> }): Promise<Reply> {
  const archive = await openArchive(body);
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const reply = await insertArchive({ ...ctx, tx }, archive, ctx.sealingKey);
      // The call's own audit row was written earlier, when the contract's id was unknown.
      await auditDone(tx, contractArchives.import, ctx, reply.contractId);
      return reply;
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

async function insertArchive(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'language'>,
  archive: OpenArchive,
  key: SealingKey,
): Promise<Reply> {
  const { tx, now } = ctx;
  const { contractId, currency, digest } = archive.manifest;
  const there = await tx.selectFrom('contract').select('id').where('id', '=', contractId).executeTakeFirst();
  if (there) throw conflict('CONTRACT_EXISTS', 'This contract already exists here.');
  const [contract, ...others] = archivedTables;
  if (!contract) throw new Error('No table is archived');
  await insertRows(tx, contract, archive);
  // Locks the contract before its prices, in the order of a signing: other transactions of the same turn may be about
  // to ask for the prices.
  const locked = await lockContract(tx, contractId);
  await keepSignNumber(tx, contractId);
  await changePrices(tx, [{ contractId, currency }]);
  await moving({ tx, now }, locked, async () => {
    for (const each of others) await insertRows(tx, each, archive);
    await sql`
      insert into carried_month (contract_id, month) select contract_id, month from closed_month
      where contract_id = ${contractId}`.execute(tx);
    await sql`set constraints all immediate`.execute(tx);
    if ((await digestOfContract(tx, contractId)) !== digest)
      throw bad('After the import, the contract has another digest than the archive.');
    const [unsigned] = await verifyDigests(tx, contractId);
    if (unsigned !== undefined) throw bad(unsigned);
  });
  const { secrets } = archive;
  return {
    contractId,
    digest,
    leftOut: await keepPeople(ctx, archive),
    isReadable: secrets.every(({ key_id }) => key.knownIds.includes(key_id)),
  };
}

/** Lines written by PostgreSQL go back into it unparsed, so no number passes through JS. */
async function insertRows(tx: Tx, each: ArchivedTable, archive: OpenArchive): Promise<void> {
  const columns = await columnsOf(tx, each);
  for await (const some of linesOfFile(archive, each)) {
    // Checks some rows at a time: hundreds of thousands take seconds and would block other requests.
    assertColumns(each, some, columns.told);
    await insertSome(tx, each, columns.kept, `[${some.join(',')}]`, archive);
  }
}

async function insertSome(tx: Tx, each: ArchivedTable, kept: readonly string[], rows: string, archive: OpenArchive) {
  const { table } = each;
  const list = sql.join(kept.map((column) => sql.ref(column)));
  if (each.ofSku) await refuseMissingSku(tx, each, rows);
  const values = sql.join(kept.map((column) => sql`row.${sql.ref(column)}`));
  await sql`
    insert into ${sql.table(table)} (${list})
    select ${values} from jsonb_array_elements(${rows}::jsonb) with ordinality as given (told, at)
      ${each.ofSku ? skuOfRow : sql``},
      lateral jsonb_populate_record(null::${sql.table(table)}, told || ${besideOf(each, archive)}
        ${each.ofSku ? sql`|| jsonb_build_object('sku_id', sku.id)` : sql``}) as row
    order by at`.execute(tx);
  if (table === 'settlement')
    await sql`
      update settlement set reversed_by = told ->> 'reversed_by' from jsonb_array_elements(${rows}::jsonb) as given (told)
      where settlement.contract_id = told ->> 'contract_id' and posting_id = told ->> 'posting_id'
        and kind = told ->> 'kind' and ref is not distinct from told ->> 'ref'
        and told ->> 'reversed_by' is not null`.execute(tx);
}

/** Throws a 400 if the catalogue here lacks a SKU that a row names by its place. */
async function refuseMissingSku(tx: Tx, each: ArchivedTable, rows: string): Promise<void> {
  const { rows: missing } = await sql<{ sku: string }>`
    select told ->> 'sku' as sku from jsonb_array_elements(${rows}::jsonb) as given (told) ${skuOfRow}
    where sku.id is null limit 1`.execute(tx);
  if (missing[0]) throw bad(`${fileOf(each)} names a SKU that is not in the catalogue here: ${missing[0].sku}`);
}

const skuOfRow = sql`left join sku on told -> 'sku' = jsonb_build_array(
  sku.cloud_provider, sku.region, sku.edition, sku.billing_item, sku.tier)`;

/** Values that the row omits, or that later rows produce. */
function besideOf({ table }: ArchivedTable, { secrets }: OpenArchive) {
  const sealed = secrets.find(({ of }) => of === table);
  const told = {
    contract: { brought_sign_id: true },
    contract_key: { key_id: sealed?.key_id ?? null, secret: sealed?.secret ?? null },
    kyc_info: { key_id: sealed?.key_id ?? null, person_social_id: sealed?.secret ?? null },
    ledger_account: { balance: 0, version: 0 },
    voucher: { balance: 0, lapsed: 0 },
    settlement: { reversed_by: null },
  }[table];
  return sql`${JSON.stringify(told ?? {})}::jsonb`;
}

/** Marks the sign number that the contract brings as used; a local contract with the same number keeps it. */
async function keepSignNumber(tx: Tx, contractId: string): Promise<void> {
  await sql`
    insert into contract_sign_day (day, last)
    select to_date(split_part(sign_id, '-', 1), 'YYYYMMDD'), split_part(sign_id, '-', 2)::int from contract
    where id = ${contractId} and sign_id ~ '^[0-9]{8}-[0-9]{4,9}$'
    on conflict (day) do update set last = greatest(contract_sign_day.last, excluded.last)`.execute(tx);
}

/** A refusal by the database is a fault of the archive: class 22 is a value, 23 a guard. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (code === '23505' || code === '23P01')
    return conflict('CONTRACT_EXISTS', `Part of this contract already exists here: ${error.message.slice(0, 200)}`);
  return /^2[23]/.test(code) ? bad(`The archive is inconsistent: ${error.message.slice(0, 300)}`) : error;
}
