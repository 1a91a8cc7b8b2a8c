import type { ParsedBody } from '@usance/api/call';
import type { Datacloud, dataclouds } from '@usance/api/contract/datacloud';
import { compare, isZero } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import type { OnContract, Work, WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { conflict } from '#platform/refusal.ts';
import { movingMoney } from '../../billing/account-period/moving-money.ts';
import { refuseSuspended } from '../../billing/account-period/refuse-suspended.ts';
import { covers } from '../../billing/available-balance/available-balance.queries.ts';
import { type LockedContract, shareContract } from '../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { addDatacloud } from '../../contract/datacloud/create-datacloud.ts';
import { placeHold } from '../../money/cash-hold/place-hold.ts';
import type { AmountByCurrency } from '../../money/cash-hold/two-people.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { getAccount } from '../../people/account/account.queries.ts';
import { requirePlatformGrant } from '../../people/app/require-platform-grant.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** The cash that each new data cloud holds, by currency; none by default. */
    readonly datacloudHold: AmountByCurrency;
  }
}

type Ctx = OnContract<Pick<WriteContext, 'tx' | 'now' | 'subject' | 'provisioner' | 'datacloudHold'>>;
type Asked = { body: ParsedBody<typeof dataclouds.create> };

/**
 * Creates a data cloud for the caller and places the configured hold. Throws like `addDatacloud`; 409 if the account is
 * suspended or has too little cash; 403 if the caller has not authorized the platform and the provisioner needs it.
 */
export async function createOwnDatacloud(ctx: Ctx, asked: Asked): Promise<Datacloud> {
  const amount = ctx.datacloudHold[ctx.contract.currency] ?? '0';
  // A study has no money.
  if (isZero(amount) || ctx.contract.is_study) return create(ctx, await shareContract(ctx.tx, ctx.contract.id), asked);
  return movingMoney(ctx, async (held) => {
    const datacloud = await create(held, held.contract, asked);
    await refuseWithout(held, held.contract, amount);
    await placeHold(held, held.contract, { cause: 'preAuthorization', amount, datacloudId: datacloud.id });
    return datacloud;
  });
}

async function create(ctx: Omit<Ctx, 'contract'>, contract: ContractRow, { body }: Asked): Promise<Datacloud> {
  const { provisioner } = ctx;
  const { id, identifier } = await getAccount(ctx.tx, signedInAccount(ctx.subject));
  if (provisioner.actsForPeople) await requirePlatformGrant(ctx.tx, id);
  await refuseSuspended(ctx, contract);
  return addDatacloud(ctx, contract, { ...body, creator: identifier, askedBy: id }, provisioner);
}

/** 409 if the available balance and the credit limit do not cover the amount, or there is not enough free cash. */
async function refuseWithout(work: Pick<Work, 'tx' | 'now'>, contract: LockedContract, amount: string): Promise<void> {
  const { cash } = await balancesOf(work.tx, contract.id);
  const short =
    compare(amount, cash) > 0 ? 'cash' : (await covers(work, contract, amount)) ? undefined : 'availableBalance';
  if (short === undefined) return;
  const asked = formatMoney(amount, contract.currency);
  const lack = short === 'cash' ? 'There is less free cash' : 'The available balance is less';
  throw conflict('FROZEN_CONFLICT', `A data cloud needs a hold of ${asked}. ${lack} than that.`, { amount, short });
}
