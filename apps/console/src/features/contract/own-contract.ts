import type { CallBody } from '@usance/api/call';
import type { contracts } from '@usance/api/contract/contract';
import type { Identity } from '@usance/api/people/account';
import { fullNameOf } from '../profile/full-name.ts';

/** The longest name in a contract. */
const longestName = 100;

/** Returns the body to create a contract from its name and the reader's account. */
export function ownContract(tags: string, identity: Identity | null, now: Date): CallBody<typeof contracts.create> {
  // The session has ended, and the server's refusal says so.
  if (identity === null) return { tags };
  const { id, identifier, traits } = identity;
  const contactPerson = fullNameOf(traits);
  return {
    tags,
    name: tags,
    serviceType: 'saas',
    creatorID: id,
    signDate: now.toISOString(),
    buyer: {
      contactEmail: identifier,
      // A first and a last name together may be too long; the legal entity form asks again.
      ...(contactPerson !== '' && contactPerson.length <= longestName && { contactPerson }),
      ...(traits.company && { enterpriseName: traits.company }),
    },
  };
}
