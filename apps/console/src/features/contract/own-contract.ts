import type { Identity } from '@usance/api/account';
import type { CallBody } from '@usance/api/call';
import type { contracts } from '@usance/api/contract';
import { fullNameOf } from '../profile/full-name.ts';

/** So long may one name in a contract be. */
const longestName = 100;

/** What is sent of a contract of which its people have said the name alone: the rest is what is known of whoever makes it. */
export function ownContract(tags: string, identity: Identity | null, now: Date): CallBody<typeof contracts.create> {
  // Nobody is signed in any more, which the server says better.
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
      // A first and a last name may be longer together; the legal entity information asks again.
      ...(contactPerson !== '' && contactPerson.length <= longestName && { contactPerson }),
      ...(traits.company && { enterpriseName: traits.company }),
    },
  };
}
