// npm run clock [-- INSTANT]: prints the time of the running installation, or moves it there if it is a sandbox.
import { randomUUID } from 'node:crypto';
import { fail, failUnanswered, internalRequest, refusalOf, replyTo } from './internal-server.mjs';

const usage = 'Usage: npm run clock -- INSTANT, like 2026-12-07T01:00Z; without an instant it prints the time.';
const askEveryMs = 1_000;

const to = instantOf(process.argv.slice(2));
if (to !== undefined) await moveTo(to);
console.log(lineOf(await ask('GET')));

/** The instant must have an offset, so that its meaning does not depend on this machine's time zone. */
function instantOf([text, ...more]) {
  if (text === undefined) return undefined;
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  if (more.length > 0 || !isWhole || Number.isNaN(Date.parse(text))) return fail(usage);
  return new Date(text).toISOString();
}

/** Waits for the move to end, and prints the time that it has reached each second. */
async function moveTo(instant) {
  let printed = '';
  const printing = setInterval(async () => {
    const { now, goal } = await ask('GET');
    if (goal === null || now === printed) return;
    printed = now;
    console.log(`${now} ...`);
  }, askEveryMs);
  await ask('POST', { to: instant });
  clearInterval(printing);
}

async function ask(method, body) {
  const key = body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const outgoing = internalRequest(method, '/clock', key);
  const replied = replyTo(outgoing);
  outgoing.end(body && JSON.stringify(body));
  try {
    const reply = await replied;
    return reply.status === 200 ? JSON.parse(reply.body) : fail(refusalOf(reply, 'The time was not moved'));
  } catch (error) {
    return failUnanswered(
      error,
      `The connection to the server broke (${error.code ?? error.message}). A move that has begun continues a minute after the server's next start.`,
    );
  }
}

function lineOf({ isSandbox, now, goal }) {
  const where = goal === null ? '' : `, moving to ${goal}`;
  return isSandbox ? `${now}${where} (sandbox)` : `${now} (no sandbox: the machine's time)`;
}
