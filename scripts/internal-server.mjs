// The internal API of the server on this machine, for the commands that call it.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { repository } from './repository.mjs';

const port = process.env.INTERNAL_PORT || '8081';
// A server that listens on every address is reached at the loopback address.
const bound = process.env.INTERNAL_HOST || '127.0.0.1';
const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[bound] ?? bound;

/** The address to name in messages. */
export const place = `127.0.0.1:${port}`;

/** Creates a request with the token of this installation; the caller ends it. */
export function internalRequest(method, path, headers) {
  const authorization = `Bearer ${internalToken()}`;
  return request({ host, port, method, path: `/internal/api/v1${path}`, headers: { ...headers, authorization } });
}

/** Reads the whole reply, whatever its status. */
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
      `Usance is not running here, or runs with another DATA_DIR: there is no ${tokenFile}. Start it with npm start, or set INTERNAL_TOKEN.`,
    );
  }
}

/** Returns the message for a refusal; `failed` names the action that failed. */
export function refusalOf({ status, body }, failed) {
  if (status === 401)
    return 'The server refuses this token: set DATA_DIR or INTERNAL_TOKEN to the values that it was started with.';
  try {
    const { reason, message } = JSON.parse(body);
    return `${failed} (${status} ${reason}): ${message}`;
  } catch {
    return `${failed}: the server at ${place} is not Usance (status ${status}).`;
  }
}

/** Prints a sentence and ends the command. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Ends a command whose server did not reply. */
export function failUnanswered(error, otherwise) {
  if (error.code === 'ECONNREFUSED')
    return fail(`Usance is not running: nothing answers at ${place}. Start it with npm start.`);
  return fail(otherwise);
}
