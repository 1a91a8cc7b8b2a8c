import { PassThrough } from 'node:stream';
import type { ParsedQuery } from '@usance/api/call';
import type { statements } from '@usance/api/statement';
import { ZipFile } from 'yazl';
import type { ReadContext } from '../../../../platform/context/context.ts';
import { FileReply } from '../../../../platform/http/calls/file-reply.ts';
import { conflict, notFound } from '../../../../platform/refusal.ts';
import type { ContractReading } from '../../../party/contract/contract-reading.ts';
import { findStatements, linesOfStatement, type StatementRow } from '../../statement-record/statement.queries.ts';
import { type AskedBy, readerOf } from '../content/reader.ts';
import { refuseRepeats } from '../content/refuse-repeats.ts';
import { statementOf } from '../content/statement.ts';
import { linesCsv, productsCsv } from './statement-csv.ts';
import { statementPage } from './statement-page.ts';

type Context = AskedBy & ContractReading & Pick<ReadContext, 'language'>;

/**
 * Confirmed statements as a zip: for each a folder with a page to print and its lines and products as CSV.
 * 400: an id twice, or none. 404: an id that is not there. 409: one that is not confirmed.
 */
export async function downloadStatements(
  ctx: Context,
  { query: { statementIDs: ids } }: { query: ParsedQuery<typeof statements.download> },
): Promise<FileReply> {
  refuseRepeats(ids, () => 'statementIDs');
  const found = await findStatements(ctx.db, ctx.contract.id, ids);
  const [oldest, newest] = [found[0], found.at(-1)];
  if (found.length < ids.length || !oldest || !newest) throw notFound('STATEMENT_NOT_FOUND');
  const open = found.find(({ confirm_state }) => confirm_state !== 'confirmed');
  if (open)
    throw conflict('STATEMENT_NOT_CONFIRMED', `The statement of ${open.month} is not confirmed yet.`, {
      statementID: open.id,
      month: open.month,
    });
  const zip = new ZipFile();
  for (const row of found) await addStatement(ctx, zip, row);
  zip.end();
  const months = oldest === newest ? oldest.month : `${oldest.month} - ${newest.month}`;
  return new FileReply(`${newest.contract_name} ${months}.zip`, zip.outputStream.pipe(new PassThrough()));
}

async function addStatement(ctx: Context, zip: ZipFile, row: StatementRow): Promise<void> {
  const lines = await linesOfStatement(ctx.db, row.contract_id, row.id);
  const statement = statementOf(row, lines, readerOf(ctx), ctx.now);
  // Only what we gave out ourselves is in a path: no name that a person chose can lead out of the folder.
  const add = (name: string, content: string) =>
    zip.addBuffer(Buffer.from(content), `statement-${row.month}/${name}`, { mtime: row.signed_at });
  add('statement.html', statementPage(statement, ctx.language));
  add('lines.csv', linesCsv(statement, ctx.language));
  add('products.csv', productsCsv(statement, ctx.language));
}
