import { internalScope, type Token, tokenBody } from '@usance/api/people/token';
import type { Stores } from '#platform/context/context.ts';
import { BadConfig } from '#platform/failure/operator-error.ts';
import { Refusal } from '#platform/refusal.ts';
import { makeToken } from './features/people/token/create-token.ts';
import { revokeToken } from './features/people/token/revoke-token.ts';
import { listTokens } from './features/people/token/token.queries.ts';

type Given = readonly string[];

const all = { pageNum: 1, pageSize: 999_999, orderBy: 'gmtCreated', ordering: 'desc' } as const;

const commands = new Map([
  ['make', make],
  ['list', list],
  ['revoke', revoke],
]);

/** Runs `npm run token -- make NAME SCOPE… | list | revoke ID`; returns its output lines. */
export async function runTokenCommand(deps: Stores, [command = '', ...given]: Given): Promise<string[]> {
  const run = commands.get(command);
  if (!run) throw new BadConfig(`Name a command: ${[...commands.keys()].join(', ')}.`);
  try {
    return await run(deps, given);
  } catch (error) {
    throw error instanceof Refusal ? new BadConfig(error.message) : error;
  }
}

async function make({ db, clock }: Stores, [name, ...scopes]: Given): Promise<string[]> {
  const parsed = tokenBody.safeParse({ name, scopes });
  if (!parsed.success)
    throw new BadConfig(`Give the token a name, and each of its scopes once: ${internalScope.options.join(', ')}.`);
  const made = await db.transaction().execute((tx) => makeToken({ tx, now: clock.now() }, parsed.data));
  return [lineOf(made), `Its token, shown only this once: ${made.token}`];
}

async function list(deps: Stores, given: Given): Promise<string[]> {
  if (given.length > 0) throw new BadConfig('list takes no arguments.');
  const { items } = await listTokens(deps, { query: all });
  return items.map(lineOf);
}

async function revoke({ db, clock }: Stores, [id, ...more]: Given): Promise<string[]> {
  if (id === undefined || more.length > 0) throw new BadConfig('Name one token by its id.');
  await db.transaction().execute((tx) => revokeToken({ tx, now: clock.now() }, { params: { id } }));
  return [`${id} is revoked.`];
}

function lineOf({ id, name, scopes, gmtCreated, gmtLastUsed, gmtRevoked }: Token): string {
  const used = gmtLastUsed === null ? 'never used' : `last used ${gmtLastUsed}`;
  const state = gmtRevoked === null ? used : `revoked ${gmtRevoked}`;
  return `${id}  ${JSON.stringify(name)}  ${scopes.join(' ')}  created ${gmtCreated}, ${state}`;
}
