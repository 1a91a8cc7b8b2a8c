import { readFileSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import type { StatementProof, statementProofs } from '@usance/api/billing/statement-proof';
import type { ParsedParams } from '@usance/api/call';
import { ZipFile } from 'yazl';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import type { PurchaseContext } from '../../purchase/selection/purchase-selection.ts';
import { canonicalLines } from '../../statement/signing/statement-digest.ts';
import { digestedOf, exactSumsOf } from '../proving/exact-sums.ts';
import { proofOf } from '../proving/proof-of.ts';
import { rowsJson } from '../proving/rows-json.ts';
import { type StoredStatement, storedStatement } from '../proving/stored-statement.ts';

const scripts = ['README.txt', 'verify.mjs', 'reading.mjs'].map(
  (name) => [name, readFileSync(new URL(`./${name}`, import.meta.url))] as const,
);

/**
 * Returns a statement as a zip that its script verifies without us: its lines, deductions and rated rows, and a short
 * proof. Rows stream, so any size takes the memory of one block. Refuses with 404.
 */
export async function downloadArchive(
  ctx: PurchaseContext,
  { params: { statementID } }: { params: ParsedParams<typeof statementProofs.download> },
): Promise<FileReply> {
  const stored = await storedStatement(ctx.db, ctx.contract.id, statementID);
  const { statement: row } = stored;
  const sums = await exactSumsOf(ctx, stored);
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  // A failure must end the reply, so that half a zip never looks whole.
  zip.on('error', (error) => output.destroy(error));
  const options = { mtime: row.signed_at };
  for (const [name, bytes] of scripts) zip.addBuffer(bytes, name, options);
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, options);
  // The bytes that were signed.
  add('lines.json', canonicalLines(digestedOf(stored), stored.lines));
  add('deductions.json', json(stored.deductions));
  // The script digests the rows themselves.
  add('proof.json', json(provenOf(proofOf(stored, { sums, rows: null, now: ctx.now }), stored)));
  if (!stored.isCarried)
    zip.addReadStream(Readable.from(rowsJson(ctx, row.contract_id, stored.runs), { objectMode: false }), 'rows.jsonl', {
      ...options,
      forceZip64Format: stored.runs.reduce((slices, run) => slices + run.slices, 0n) > mostInOldFormat,
    });
  zip.end();
  return new FileReply(`${row.contract_name} ${row.month} proof.zip`, output);
}

/** Leaves out what another file says, so that the two cannot differ. */
function provenOf({ contractId, statementID, month, currency, ...proof }: StatementProof, { paid }: StoredStatement) {
  const { checkedAt, agrees, hasRows, sums, amount } = proof;
  const found = Object.fromEntries(sums.map((each) => [each.of, each.amount]));
  const { receivable: undeducted } = paid;
  return { contractId, statementID, month, currency, checkedAt, agrees, hasRows, sums: found, amount, undeducted };
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** More rows may exceed 4 GiB, which only the later format of zip can hold. */
const mostInOldFormat = 1_000_000n;
