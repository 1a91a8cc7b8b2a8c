// The internal API of the server that runs here, for commands that ask it.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { repository } from './repository.mjs';

const port = process.env.INTERNAL_PORT || '8081';
// Whoever binds to every address is reached at this machine's own.
const bound = process.env.INTERNAL_HOST || '127.0.0.1';
const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[bound] ?? bound;

/** Where it should answer, for who is told that it does not. */
export const place = `127.0.0.1:${port}`;

/** A request with the token of this installation; who sends it ends it. */
export function internalRequest(method, path, headers) {
  const authorization = `Bearer ${internalToken()}`;
  return request({ host, port, method, path: `/internal/api/v1${path}`, headers: { ...headers, authorization } });
}

/** What it answers, read whole, whatever its status. */
export async function replyTo(outgoing) {
  const incoming = await new Promise((done, failed) => outgoing.once('response', done).once('error', failed));
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
  return { status: incoming.statusCode, body };
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

/** `failed` says what did not come of it. */
export function refusalOf({ status, body }, failed) {
  if (status === 401)
    return 'The server does not know this token: set DATA_DIR or INTERNAL_TOKEN as it was started with.';
  try {
    const { reason, message } = JSON.parse(body);
    return `${failed} (${status} ${reason}): ${message}`;
  } catch {
    return `${failed}: what answers at ${place} is not Usance (status ${status}).`;
  }
}

/** One sentence for who runs the command, and its end. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** The end of a command whose server did not answer. */
export function failUnanswered(error, otherwise) {
  if (error.code === 'ECONNREFUSED')
    return fail(`Usance is not running: nothing answers at ${place}. Start it with npm start.`);
  return fail(otherwise);
}
