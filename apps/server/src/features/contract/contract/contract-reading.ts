import type { OnContract, ReadContext } from '#platform/context/context.ts';

/** What a read of what hangs on one contract gets; the contract has passed the access rule. */
export type ContractReading = Pick<OnContract<ReadContext>, 'db' | 'contract'>;
