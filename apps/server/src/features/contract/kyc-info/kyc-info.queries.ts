import type { KycInfo } from '@usance/api/contract/kyc-info';
import { rolesAllow } from '@usance/api/contract/role';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import type { Subject } from '#platform/context/subject.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { hidden } from '../../people/citizen/citizen.ts';
import type { ContractRow } from '../contract/contract.ts';
import { type BuyerDetails, kycInfoOf } from './kyc-info.ts';
import { openedNumber } from './sealed-number.ts';

/** Returns the stored legal entity in full; empty if there is none. */
export async function storedBuyer(db: DbOrTx, contract: ContractRow, key: SealingKey): Promise<BuyerDetails> {
  const row = await db.selectFrom('kyc_info').selectAll().where('contract_id', '=', contract.id).executeTakeFirst();
  if (!row) return {};
  const number = openedNumber(key, row);
  return said({
    enterpriseName: row.enterprise_name,
    enterpriseSocialId: row.enterprise_social_id,
    enterpriseLegalName: row.enterprise_legal,
    [contract.buyer_type === 'E' ? 'enterpriseLegalSocialId' : 'citizenSocialId']: number,
    contactPerson: row.contact_person,
    address: row.address,
    citizenName: row.citizen_name,
    contactPhone: row.contact_phone,
    contactEmail: row.contact_email,
  });
}

/**
 * Returns the legal entity for the caller. A person or token that may not change it sees only the end of a citizen's
 * number.
 */
export async function readableBuyer({
  db,
  contract,
  roles,
  subject,
  sealingKey: key,
}: Pick<ReadContext, 'db' | 'sealingKey'> & Grounds & { subject: Subject }): Promise<BuyerDetails> {
  const whole = await storedBuyer(db, contract, key);
  const maySee =
    subject.kind === 'internal' ? subject.scopes.includes('contract.write') : rolesAllow(roles, 'billing.manage');
  if (maySee) return whole;
  const { enterpriseLegalSocialId, citizenSocialId, ...open } = whole;
  return {
    ...open,
    ...(enterpriseLegalSocialId === undefined ? {} : { enterpriseLegalSocialId: hidden(enterpriseLegalSocialId) }),
    ...(citizenSocialId === undefined ? {} : { citizenSocialId: hidden(citizenSocialId) }),
  };
}

/** True if the legal entity is complete, which accepting an offer needs. */
export async function isKycComplete(db: DbOrTx, contract: ContractRow, key: SealingKey): Promise<boolean> {
  return kycInfoOf(contract, await storedBuyer(db, contract, key)).isComplete;
}

/** Returns the legal entity of the contract. */
export async function showKycInfo(ctx: Pick<ReadContext, 'db' | 'subject' | 'sealingKey'> & Grounds): Promise<KycInfo> {
  const { isComplete, isPlausible } = kycInfoOf(ctx.contract, await storedBuyer(ctx.db, ctx.contract, ctx.sealingKey));
  return { ...kycInfoOf(ctx.contract, await readableBuyer(ctx)), isComplete, isPlausible };
}

function said(told: Readonly<Record<string, string | null | undefined>>): BuyerDetails {
  return Object.fromEntries(
    Object.entries(told).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}
