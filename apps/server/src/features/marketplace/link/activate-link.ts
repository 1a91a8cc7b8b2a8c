import type { ParsedBody } from '@usance/api/call';
import type { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import type { MarketplaceLink } from '@usance/api/marketplace/marketplace-link';
import { hourMs } from '@usance/period/instant';
import type { OnContract, ReadContext, WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { beginLink, findLastLink, findLinkOfSubscription } from '../../contract/marketplace-link/keep-link.ts';
import { beginHours } from '../hour/begin-hours.ts';
import { resolveToken } from '../landing/resolve-token.ts';
import { type Marketplaces, marketplaceAt, soldProduct } from '../provider/marketplaces.ts';
import { lockSubscription } from '../subscription/keep-subscription.ts';
import { type SubscriptionRow, subscribedOf } from '../subscription/subscription.ts';
import { linkOf } from './link.queries.ts';
import { beginMetering } from './meter-by.ts';

type Input = { readonly body: ParsedBody<typeof calls.activate> };

/** The time after an unsubscription before the subscription can be linked again, in which its last hour is reported. */
const restMs = hourMs;

/**
 * Before the transaction: resolves the token and activates the subscription at the marketplace, if a link is
 * possible.
 */
export async function prepareLink(
  { db, now, contract, marketplaces }: Pick<OnContract<ReadContext>, 'db' | 'now' | 'contract' | 'marketplaces'>,
  { body }: Input,
): Promise<SubscriptionRow> {
  refuseContract(contract);
  const subscription = await resolveToken({ db, now }, marketplaces, body);
  await refuseLink({ db, now, marketplaces }, contract, subscription);
  await marketplaceAt(marketplaces, body.cloudProvider).activate(subscribedOf(subscription));
  return subscription;
}

/** In the transaction: links the contract from the current hour on. */
export async function activateLink(
  { tx, now, subject, contract, marketplaces }: OnLocked<Pick<WriteContext, 'tx' | 'now' | 'subject' | 'marketplaces'>>,
  _input: Input,
  { id }: SubscriptionRow,
): Promise<MarketplaceLink> {
  refuseContract(contract);
  const subscription = await lockSubscription(tx, id);
  await refuseLink({ db: tx, now, marketplaces }, contract, subscription);
  const { cloud_provider, account_id, customer_id, instance_id } = subscription;
  const link = await beginLink(
    { tx, now },
    {
      contract_id: contract.id,
      subscription_id: id,
      cloud_provider,
      account_id: account_id || customer_id,
      instance_id,
      operator: signedInAccount(subject),
    },
  );
  if (!link) throw alreadyLinked();
  await beginMetering(tx, link, subscription);
  await beginHours(tx, link);
  return linkOf(tx, contract.id);
}

function refuseContract({ state, is_study: isStudy }: ContractRow): void {
  if (isStudy) throw conflict('CONTRACT_STATE_CONFLICT', 'This contract is a study: it is not billed.');
  if (state !== 'Active') throw conflict('CONTRACT_STATE_CONFLICT', 'Only an active contract can be linked.');
}

interface Asking {
  readonly db: DbOrTx;
  readonly now: Date;
  readonly marketplaces: Marketplaces;
}

async function refuseLink(
  { db, now, marketplaces }: Asking,
  contract: ContractRow,
  subscription: SubscriptionRow,
): Promise<void> {
  const ofContract = await findLastLink(db, contract.id);
  const ofSubscription = await findLinkOfSubscription(db, subscription.id);
  if ([ofContract, ofSubscription].some((link) => link?.ended_at === null)) throw alreadyLinked();
  const sold = soldProduct(marketplaces, subscription.cloud_provider, subscription.product);
  if (!sold) throw conflict('MARKETPLACE_CONFLICT', 'This product is no longer sold here.', { field: 'token' });
  if (sold.currency !== contract.currency)
    throw conflict('CURRENCY_CONFLICT', `This product is sold in ${sold.currency}.`, { field: 'token' });
  const left = [ofContract?.ended_at, ofSubscription?.ended_at, subscription.unsubscribed_at];
  if (left.some((at) => at && now.getTime() < at.getTime() + restMs))
    throw conflict('NOT_IMPLEMENTED', 'You can only resubscribe after 1 hour of unsubscribing.');
  if (subscription.state === 'unsubscribed')
    throw conflict('MARKETPLACE_CONFLICT', 'Marketplace has not been subscribed.', { field: 'token' });
  if (subscription.state === 'subscribing')
    throw conflict('MARKETPLACE_CONFLICT', 'Marketplace is subscribing, please wait.', { field: 'token' });
}

const alreadyLinked = () =>
  conflict('MARKETPLACE_ALREADY_LINKED', 'This contract or this token is already linked.', { field: 'token' });
