// npm run clock [-- INSTANT]: what time it is in the running installation, or moves it there where it is a sandbox.
import { randomUUID } from 'node:crypto';
import { fail, failUnanswered, internalRequest, refusalOf, replyTo } from './internal-server.mjs';

const usage = 'Usage: npm run clock -- INSTANT, like 2026-12-07T01:00Z; without an instant it says what time it is.';
const askEveryMs = 1_000;

const to = instantOf(process.argv.slice(2));
if (to !== undefined) await moveTo(to);
console.log(lineOf(await ask('GET')));

/** An instant says its offset: which hour of which place it is must not depend on this machine. */
function instantOf([text, ...more]) {
  if (text === undefined) return undefined;
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  if (more.length > 0 || !isWhole || Number.isNaN(Date.parse(text))) return fail(usage);
  return new Date(text).toISOString();
}

/** Waits for as long as it takes, and says on the way where it has come to. */
async function moveTo(instant) {
  let told = '';
  const telling = setInterval(async () => {
    const { now, goal } = await ask('GET');
    if (goal === null || now === told) return;
    told = now;
    console.log(`${now} ...`);
  }, askEveryMs);
  await ask('POST', { to: instant });
  clearInterval(telling);
}

async function ask(method, body) {
  const key = body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const outgoing = internalRequest(method, '/clock', key);
  const replied = replyTo(outgoing);
  outgoing.end(body && JSON.stringify(body));
  try {
    const reply = await replied;
    return reply.status === 200 ? JSON.parse(reply.body) : fail(refusalOf(reply, 'Time was not moved'));
  } catch (error) {
    return failUnanswered(
      error,
      `The server went away (${error.code ?? error.message}). Where time was on its way, it goes on a minute after a server runs again.`,
    );
  }
}

function lineOf({ isSandbox, now, goal }) {
  const where = goal === null ? '' : `, on its way to ${goal}`;
  return isSandbox ? `${now}${where} (sandbox)` : `${now} (no sandbox: its time is the machine's)`;
}
