// npm run import:focus -- FILE [--name NAME] [--admin E-MAIL]: a FOCUS cost file into the running installation.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { repository } from './repository.mjs';

const usage = 'Usage: npm run import:focus -- FILE [--name NAME] [--admin E-MAIL]';
const port = process.env.INTERNAL_PORT || '8081';
// Whoever binds to every address is reached at this machine's own.
const bound = process.env.INTERNAL_HOST || '127.0.0.1';
const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[bound] ?? bound;
const mostNotes = 20;

const { file, name, admin } = argumentsOf();
const reply = await send(file, { name, adminEmail: admin });
if (reply.status !== 200) fail(refusalOf(reply));
const report = JSON.parse(reply.body);
printReport(report);
const { contractId, rows, rated, excluded, agreed, disagreed, totalListCost, totalRated } = report;
console.log(JSON.stringify({ contractId, rows, rated, excluded, agreed, disagreed, totalListCost, totalRated }));

function argumentsOf() {
  try {
    const options = { name: { type: 'string' }, admin: { type: 'string' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length !== 1) throw new Error('Give one file.');
    // npm runs scripts in the checkout's root; the person's own folder is in INIT_CWD.
    const path = resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0]);
    if (!statSync(path).isFile()) throw new Error(`${path} is not a file.`);
    return { file: path, ...values };
  } catch (error) {
    return fail(`${error.code === 'ENOENT' ? `There is no file ${error.path}.` : error.message}\n${usage}`);
  }
}

/** Sends the file as it is read, and waits as long as rating takes. */
async function send(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const outgoing = request({
    host,
    port,
    method: 'POST',
    path: `/internal/api/v1/imports/focus?${new URLSearchParams(given)}`,
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${internalToken()}` },
  });
  const replied = new Promise((done, failed) => outgoing.once('response', done).once('error', failed));
  try {
    // A server that refuses half-way answers and stops reading, which is no failure of ours.
    const sent = pipeline(createReadStream(path), outgoing).catch(() => undefined);
    const incoming = await replied;
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    if (incoming.statusCode === 200) await sent;
    return { status: incoming.statusCode, body };
  } catch (error) {
    if (error.code === 'ECONNREFUSED') {
      return fail(`Usance is not running: nothing answers at 127.0.0.1:${port}. Start it with npm start.`);
    }
    return fail(`The server went away before it answered (${error.code ?? error.message}). Look at its log.`);
  }
}

function internalToken() {
  if (process.env.INTERNAL_TOKEN) return process.env.INTERNAL_TOKEN;
  const tokenFile = join(resolve(repository, process.env.DATA_DIR || 'data'), 'internal-token');
  try {
    return readFileSync(tokenFile, 'utf8').trim();
  } catch {
    return fail(
      `Usance is not running here, or not with this DATA_DIR: there is no ${tokenFile}. Start it with npm start, or set INTERNAL_TOKEN.`,
    );
  }
}

function refusalOf({ status, body }) {
  if (status === 401)
    return 'The server does not know this token: set DATA_DIR or INTERNAL_TOKEN as it was started with.';
  try {
    const { reason, message } = JSON.parse(body);
    return `The file was not imported (${status} ${reason}): ${message}`;
  } catch {
    return `The file was not imported: what answers at 127.0.0.1:${port} is not Usance (status ${status}).`;
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
  for (const kind of ['broken', 'excluded', 'disagreed']) printNotes(kind, report.notes);
  const month = Date.parse(report.commencingOn);
  const page = `billing-center/${report.contractId}/cost-analysis?time=${month}`;
  console.log(`\nSee it: http://localhost:${process.env.PORT || '8080'}/${page}\n`);
}

function printNotes(kind, all) {
  const notes = all.filter((note) => note.kind === kind);
  if (notes.length === 0) return;
  console.log(`\n${kind}: ${notes.length}`);
  for (const { line, reason, message } of notes.slice(0, mostNotes))
    console.log(`  line ${line}  ${reason}  ${message}`);
  if (notes.length > mostNotes) console.log(`  and ${notes.length - mostNotes} more`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
