import { createHash, randomInt } from 'node:crypto';
import type { Tx } from '#platform/postgres/database.ts';

const count = 10;
const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Ten codes, in place of those before. Only their hashes are kept. */
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

/** Takes a recovery code, once: answers whether it was this one. */
export async function takeRecoveryCode(tx: Tx, accountId: string, code: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOfCode(code))
    .returning('code_hash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** 80 random bits, in groups that people can type. */
function newCode(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

const hashOfCode = (code: string): string =>
  createHash('sha256').update(code.replaceAll('-', '').toLowerCase()).digest('hex');
