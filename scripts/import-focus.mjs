// npm run import:focus -- FILE [--name NAME] [--admin E-MAIL]: imports a FOCUS cost file into the running installation.
import { createReadStream, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { fail, failUnanswered, internalRequest, refusalOf, replyTo } from './internal-server.mjs';

const usage = 'Usage: npm run import:focus -- FILE [--name NAME] [--admin E-MAIL]';
const mostNotes = 20;

const { file, name, admin } = argumentsOf();
const reply = await send(file, { name, adminEmail: admin });
if (reply.status !== 200) fail(refusalOf(reply, 'The file was not imported'));
const report = JSON.parse(reply.body);
printReport(report);
const { contractId, rows, rated, excluded, agreed, disagreed, totalListCost, totalRated } = report;
console.log(JSON.stringify({ contractId, rows, rated, excluded, agreed, disagreed, totalListCost, totalRated }));

function argumentsOf() {
  try {
    const options = { name: { type: 'string' }, admin: { type: 'string' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length !== 1) throw new Error('Give one file.');
    // npm runs scripts in the checkout's root; the caller's own folder is in INIT_CWD.
    const path = resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0]);
    if (!statSync(path).isFile()) throw new Error(`${path} is not a file.`);
    return { file: path, ...values };
  } catch (error) {
    return fail(`${error.code === 'ENOENT' ? `There is no file ${error.path}.` : error.message}\n${usage}`);
  }
}

/** Sends the file while reading it, and waits without a timeout until it is rated. */
async function send(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const outgoing = internalRequest('POST', `/imports/focus?${new URLSearchParams(given)}`, {
    'content-type': 'text/csv',
  });
  const replied = replyTo(outgoing);
  try {
    // A server that refuses the file early replies and stops reading. The error of the sending is ignored then.
    const sent = pipeline(createReadStream(path), outgoing).catch(() => undefined);
    const reply = await replied;
    if (reply.status === 200) await sent;
    return reply;
  } catch (error) {
    return failUnanswered(
      error,
      `The connection to the server broke before its reply (${error.code ?? error.message}). Look at its log.`,
    );
  }
}

function printReport(report) {
  const counts = ['rows', 'rated', 'excluded', 'agreed', 'disagreed'].map((key) => [key, String(report[key])]);
  const totals = [
    ['list cost of the rated rows', report.totalListCost],
    ['rated by us', report.totalRated],
  ];
  console.log(`${basename(file)} is contract ${report.contractId}\n`);
  for (const [key, value] of [...counts, ...totals]) console.log(`  ${key.padEnd(28)} ${value.padStart(24)}`);
  printNotes('broken', report.broken, report.notes);
  printNotes('excluded', report.excluded - report.broken, report.notes);
  printNotes('disagreed', report.disagreed, report.notes);
  const month = Date.parse(report.commencingOn);
  const page = `billing-center/${report.contractId}/cost-analysis?time=${month}`;
  console.log(`\nSee it: http://localhost:${process.env.PORT || '8080'}/${page}\n`);
}

function printNotes(kind, count, all) {
  const notes = all.filter((note) => note.kind === kind).slice(0, mostNotes);
  if (notes.length === 0) return;
  console.log(`\n${kind}: ${count}`);
  for (const { line, reason, message } of notes) console.log(`  line ${line}  ${reason}  ${message}`);
  if (count > notes.length) console.log(`  and ${count - notes.length} more`);
}
