import { createHash, randomInt } from 'node:crypto';
import type { Tx } from '#platform/postgres/database.ts';

const count = 10;
const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Replaces an account's recovery codes with ten new ones; only their hashes are stored. */
export async function replaceRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  await deleteRecoveryCodes(tx, accountId);
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashOfCode(code) })))
    .execute();
  return codes;
}

export async function deleteRecoveryCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
}

/** Uses up a recovery code. Returns false if the account has no such code. */
export async function takeRecoveryCode(tx: Tx, accountId: string, code: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOfCode(code))
    .returning('code_hash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** 80 random bits, in groups that are easy to type. */
function newCode(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

const hashOfCode = (code: string): string =>
  createHash('sha256').update(code.replaceAll('-', '').toLowerCase()).digest('hex');
