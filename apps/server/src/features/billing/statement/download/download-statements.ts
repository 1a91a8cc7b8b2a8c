import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Language } from '../../../../platform/context/language.ts';
import { FileReply } from '../../../../platform/http/calls/file-reply.ts';
import type { DbOrTx } from '../../../../platform/postgres/database.ts';
import { conflict, invalidParameter, notFound } from '../../../../platform/refusal.ts';
import { findStatements, linesOfStatement, type StatementRow } from '../record/statement.queries.ts';
import { type Reader, statementOf } from '../record/statement.ts';
import { linesCsv, productsCsv } from './statement-csv.ts';
import { statementPage } from './statement-page.ts';

type Wanted = { contractId: string; ids: readonly string[]; language: Language; reader: Reader };

/**
 * Confirmed statements as a zip: for each a folder with a page to print and its lines and products as CSV.
 * 400: an id twice, or none. 404: an id that is not there. 409: one that is not confirmed.
 */
export async function downloadStatements(db: DbOrTx, wanted: Wanted, now: Date): Promise<FileReply> {
  const { contractId, ids } = wanted;
  if (ids.length === 0) throw invalidParameter('statementIDs', 'Name at least one statement.');
  if (new Set(ids).size < ids.length) throw invalidParameter('statementIDs', 'A statement is named twice.');
  const statements = await findStatements(db, contractId, ids);
  const [oldest, newest] = [statements[0], statements.at(-1)];
  if (statements.length < ids.length || !oldest || !newest) throw notFound('STATEMENT_NOT_FOUND');
  const open = statements.find(({ confirm_state }) => confirm_state !== 'confirmed');
  if (open)
    throw conflict('STATEMENT_NOT_CONFIRMED', `The statement of ${open.month} is not confirmed yet.`, {
      statementID: open.id,
      month: open.month,
    });
  const zip = new ZipFile();
  for (const row of statements) await addStatement(db, zip, row, wanted, now);
  zip.end();
  const months = oldest === newest ? oldest.month : `${oldest.month} - ${newest.month}`;
  return new FileReply(`${newest.contract_name} ${months}.zip`, zip.outputStream.pipe(new PassThrough()));
}

async function addStatement(db: DbOrTx, zip: ZipFile, row: StatementRow, wanted: Wanted, now: Date): Promise<void> {
  const lines = await linesOfStatement(db, row.contract_id, row.id);
  const statement = statementOf(row, lines, wanted.reader, now);
  // Only what we gave out ourselves is in a path: no name that a person chose can lead out of the folder.
  const add = (name: string, content: string) =>
    zip.addBuffer(Buffer.from(content), `statement-${row.month}/${name}`, { mtime: row.signed_at });
  add('statement.html', statementPage(statement, wanted.language));
  add('lines.csv', linesCsv(statement, wanted.language));
  add('products.csv', productsCsv(statement, wanted.language));
}
