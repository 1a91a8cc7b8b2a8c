import { PassThrough } from 'node:stream';
import type { statements } from '@usance/api/billing/statement';
import type { ParsedQuery } from '@usance/api/call';
import { ZipFile } from 'yazl';
import type { ReadContext } from '#platform/context/context.ts';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import { pdfOf } from '#platform/pdf/pdf-of.ts';
import { conflict, invalidParameter, notFound } from '#platform/refusal.ts';
import type { ContractReading } from '../../../contract/contract/contract-reading.ts';
import { linesOfStatement, type StatementRow } from '../../statement-record/statement.queries.ts';
import { matchingStatements } from '../content/matching-statements.ts';
import { type AskedBy, readerOf } from '../content/reader.ts';
import { refuseRepeats } from '../content/refuse-repeats.ts';
import { statementOf } from '../content/statement.ts';
import { linesCsv, productsCsv } from './statement-csv.ts';
import { statementDocument } from './statement-document.ts';
import { statementPage } from './statement-page.ts';

type Query = ParsedQuery<typeof statements.download>;
type Context = AskedBy & ContractReading & Pick<ReadContext, 'language' | 'log'>;

// The most statements that one request can name.
const most = 100;

/**
 * Returns confirmed statements as a zip, each in a folder with a PDF, a printable page, and its lines and products as CSV.
 *
 * - 400: a repeated id, neither ids nor criteria, or more than 100 matches
 * - 404: an unknown id, or no confirmed match
 * - 409: an unconfirmed statement
 */
export async function downloadStatements(ctx: Context, { query }: { query: Query }): Promise<FileReply> {
  const found = await (query.statementIDs ? named(ctx, query, query.statementIDs) : matching(ctx, query));
  const [oldest, newest] = [found[0], found.at(-1)];
  if (!oldest || !newest) throw notFound('STATEMENT_NOT_FOUND');
  const zip = new ZipFile();
  for (const row of found) await addStatement(ctx, zip, row);
  zip.end();
  const months = oldest === newest ? oldest.month : `${oldest.month} - ${newest.month}`;
  return new FileReply(`${newest.contract_name} ${months}.zip`, zip.outputStream.pipe(new PassThrough()));
}

/** Returns the named statements, oldest first; each must exist, be confirmed and meet the criteria. */
async function named(ctx: Context, query: Query, ids: readonly string[]): Promise<StatementRow[]> {
  refuseRepeats(ids, () => 'statementIDs');
  const found = await matchingStatements(ctx, query).selectAll().where('id', 'in', ids).orderBy('month').execute();
  if (found.length < ids.length) throw notFound('STATEMENT_NOT_FOUND');
  const open = found.find(({ confirm_state }) => confirm_state !== 'confirmed');
  if (open)
    throw conflict('STATEMENT_NOT_CONFIRMED', `The statement of ${open.month} is not confirmed yet.`, {
      statementID: open.id,
      month: open.month,
    });
  return found;
}

/** Returns the confirmed statements that meet the criteria, oldest first. */
async function matching(ctx: Context, query: Query): Promise<StatementRow[]> {
  const confirmed = matchingStatements(ctx, query).where('confirm_state', '=', 'confirmed');
  const found = await confirmed
    .selectAll()
    .orderBy('month')
    .limit(most + 1)
    .execute();
  if (found.length > most) throw invalidParameter('start', `More than ${most} statements match: choose fewer months.`);
  return found;
}

async function addStatement(ctx: Context, zip: ZipFile, row: StatementRow): Promise<void> {
  const lines = await linesOfStatement(ctx.db, row.contract_id, row.id);
  const statement = statementOf(row, lines, readerOf(ctx), ctx.now);
  // The path uses only our own values, so that a user's name cannot lead out of the folder.
  const add = (name: string, content: Buffer) =>
    zip.addBuffer(content, `statement-${row.month}/${name}`, { mtime: row.signed_at });
  add('statement.pdf', await pdfOf(statementDocument(statement, ctx.language), ctx.log));
  add('statement.html', Buffer.from(statementPage(statement, ctx.language)));
  add('lines.csv', Buffer.from(linesCsv(statement, ctx.language)));
  add('products.csv', Buffer.from(productsCsv(statement, ctx.language)));
}
