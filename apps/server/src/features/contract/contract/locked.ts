import type { Work } from '#platform/context/context.ts';
import { type LockedContract, lockContract } from './contract.queries.ts';
import type { ContractRow } from './contract.ts';

/** The context of a verb whose contract is locked. */
export type OnLocked<Context> = Context & { readonly contract: LockedContract };

/** Locks the contract of a write and puts its current row on the context; 404 if it is gone. */
export async function withLockedContract<Context extends Pick<Work, 'tx'>, Answer>(
  ctx: Context & { readonly contract: ContractRow },
  write: (locked: OnLocked<Context>) => Promise<Answer>,
): Promise<Answer> {
  return write({ ...ctx, contract: await lockContract(ctx.tx, ctx.contract.id) });
}
