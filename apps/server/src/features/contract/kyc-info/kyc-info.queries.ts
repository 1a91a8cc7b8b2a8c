import type { KycInfo } from '@usance/api/kyc-info';
import { rolesAllow } from '@usance/api/role';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import type { Subject } from '#platform/context/subject.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { hidden } from '../../people/citizen/citizen.ts';
import type { ContractRow } from '../contract/contract.ts';
import { kycInfoOf, type SaidOfBuyer } from './kyc-info.ts';
import { openedNumber } from './sealed-number.ts';

/** What was said of who buys, whole; nothing of it where nobody has said anything. */
export async function saidOfBuyer(db: DbOrTx, contract: ContractRow, key: SealingKey): Promise<SaidOfBuyer> {
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

/** The same for whoever asks: a person or token that may not change it sees only the end of a person's number. */
export async function readableOfBuyer({
  db,
  contract,
  roles,
  subject,
  sealingKey: key,
}: Pick<ReadContext, 'db' | 'sealingKey'> & Grounds & { subject: Subject }): Promise<SaidOfBuyer> {
  const whole = await saidOfBuyer(db, contract, key);
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

/** Whether all is known of who buys that an offer needs before it can be accepted. */
export async function isKycComplete(db: DbOrTx, contract: ContractRow, key: SealingKey): Promise<boolean> {
  return kycInfoOf(contract, await saidOfBuyer(db, contract, key)).isComplete;
}

/** The legal entity that holds the contract. */
export async function showKycInfo(ctx: Pick<ReadContext, 'db' | 'subject' | 'sealingKey'> & Grounds): Promise<KycInfo> {
  const { isComplete, isPlausible } = kycInfoOf(ctx.contract, await saidOfBuyer(ctx.db, ctx.contract, ctx.sealingKey));
  return { ...kycInfoOf(ctx.contract, await readableOfBuyer(ctx)), isComplete, isPlausible };
}

function said(told: Readonly<Record<string, string | null | undefined>>): SaidOfBuyer {
  return Object.fromEntries(
    Object.entries(told).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}
