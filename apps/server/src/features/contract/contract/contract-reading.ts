import type { OnContract, ReadContext } from '#platform/context/context.ts';

/** The context of a read about one contract, after the access check. */
export type ContractReading = Pick<OnContract<ReadContext>, 'db' | 'contract'>;
