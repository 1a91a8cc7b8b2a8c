import type { BillingMonth } from '@usance/period/billing-month';
import type { Deps } from '../../platform/context.ts';
import type { ContractRow } from '../contract/contract.ts';
import type { ExactLine } from './exact-line.ts';

/** Where a month's lines come from: what was metered so far, rated to the last day. Refuses (409) what cannot be rated. */
export type MonthLines = (deps: Deps, contract: ContractRow, month: BillingMonth) => Promise<readonly ExactLine[]>;
