import type { CallReply } from '@usance/api/call';
import type { contractKeys } from '@usance/api/contract/contract-key';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { keyIdOf, timeOf } from '../licence/licence.ts';
import { signLicence } from '../licence/sign-licence.ts';
import { getContractKey } from './contract-key.queries.ts';
import { privateKeyOf, publicKeyOf } from './contract-key.ts';

const yearMs = 365 * 86_400_000;

/**
 * Signs a licence for a year, or until an earlier planned end of the contract. Refuses with 409 unless the contract
 * is active, because a licence verified offline cannot be revoked. Refuses with 404 if the contract has no readable
 * key.
 */
export async function encodeLicense({
  db,
  now,
  contract,
  log,
  sealingKey: key,
}: Pick<ReadContext, 'db' | 'now' | 'log' | 'sealingKey'> & Grounds): Promise<
  CallReply<typeof contractKeys.encodedlicense>
> {
  if (contract.state !== 'Active') throw noLicence(contract.state);
  const row = await getContractKey(db, contract.id);
  const privateKey = privateKeyOf(key, row);
  if (!privateKey) {
    log.error(
      { contractId: contract.id, keyId: row.key_id },
      'no known installation key decrypts the key of a contract',
    );
    throw notFound('CONTRACT_KEY_NOT_FOUND');
  }
  const issued = seconds(now.getTime());
  const expires = seconds(Math.min(now.getTime() + yearMs, await plannedEndOf(db, contract.id)));
  // The planned end has passed but was not carried out yet.
  if (expires <= issued) throw noLicence('End');
  const keyID = keyIdOf(publicKeyOf(row));
  const license = signLicence(privateKey, keyID, {
    contractId: contract.id,
    tags: contract.tags,
    buyerName: contract.buyer_name,
    serviceType: contract.service_type,
    state: contract.state,
    currency: contract.currency,
    iat: issued,
    exp: expires,
  });
  return { contractId: contract.id, keyID, license, gmtIssued: timeOf(issued), gmtExpires: timeOf(expires) };
}

const noLicence = (state: string) =>
  conflict('CONTRACT_STATE_CONFLICT', 'Only an active contract has a licence.', { state });

/** Returns the planned end in seconds. Every planned step of an active contract ends it. */
async function plannedEndOf(db: DbOrTx, contractId: string): Promise<number> {
  const plan = await db
    .selectFrom('contract_lifecycle')
    .select('effective_at')
    .where('contract_id', '=', contractId)
    .where('progress', '=', 'planned')
    .executeTakeFirst();
  return plan?.effective_at.getTime() ?? Number.POSITIVE_INFINITY;
}

const seconds = (ms: number) => Math.floor(ms / 1000);
