import type { Call, ParsedBody } from '@usance/api/call';
import { privateOffers } from '@usance/api/sale/private-offer';
import { dayMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Deps, Work } from '#platform/context/context.ts';
import { type LockedContract, lockContract } from '../../../contract/contract/contract.queries.ts';
import { updateKycInfo } from '../../../contract/kyc-info/update-kyc-info.ts';
import { makeToken } from '../../../people/token/create-token.ts';
import { revokeToken } from '../../../people/token/revoke-token.ts';
import { attachFile } from '../../../sale/attachment/upload-attachment.ts';
import { draftOffer } from '../../../sale/private-offer/draft-offer.ts';
import { respondToOffer } from '../../../sale/private-offer/respond-offer.ts';
import { decideOn, submitOffer } from '../../../sale/private-offer/submit-offer.ts';
import { atOnce, noteDoneBy, noteDoneWith } from './at-once.ts';
import type { DemoContract } from './demo-datacloud.ts';
import { demoFile } from './demo-file.ts';
import { type DemoInstallation, demoFinance, personIn } from './demo-installation.ts';

type Body = ParsedBody<typeof privateOffers.create>;

/** The state that an offer reaches. */
type Reached = 'draft' | 'submitted' | 'approved' | 'accepted' | 'rejected';

interface DemoOffer {
  readonly contract: DemoContract;
  readonly reached: Reached;
  /** Counted from the first month of the story; without it, the offer is made at the end. */
  readonly inMonth?: number;
  readonly items: Readonly<Record<string, Pick<Body['offerItems'][number], 'price' | 'discount'>>>;
  readonly tiers?: Body['tieredDiscounts'];
  readonly comment: string;
  /** The subject of its attachment. */
  readonly attached?: string;
}

const ladder: Body['tieredDiscounts'] = [
  { tierLevel: 1, minThreshold: '0', maxThreshold: '5000', discountRate: '1' },
  { tierLevel: 2, minThreshold: '5000', maxThreshold: '20000', discountRate: '0.97' },
  { tierLevel: 3, minThreshold: '20000', maxThreshold: '-1', discountRate: '0.94' },
];

/** One in each state: the third supersedes the first, and the second stays unanswered. */
const demoOffers: readonly DemoOffer[] = [
  {
    contract: 'company',
    reached: 'accepted',
    inMonth: 8,
    items: { storage: { discount: '0.9' } },
    comment: 'Storage for a year',
  },
  {
    contract: 'company',
    reached: 'approved',
    inMonth: 9,
    items: { cache: { discount: '0.5' } },
    comment: 'Result caches at half price',
  },
  {
    contract: 'company',
    reached: 'accepted',
    inMonth: 11,
    items: {
      'compute.r-series': { discount: '0.9' },
      'compute.m-series': { discount: '0.92' },
      storage: { discount: '0.85' },
    },
    tiers: ladder,
    comment: 'Two years, the more the cheaper',
    attached: 'Terms of the two years',
  },
  {
    contract: 'company',
    reached: 'draft',
    items: { backup: { price: '0.00002' } },
    comment: 'Backups, to be agreed with sales',
  },
  { contract: 'company', reached: 'submitted', items: { network: { discount: '0.8' } }, comment: 'Traffic' },
  {
    contract: 'company',
    reached: 'approved',
    items: {
      'compute.r-series': { discount: '0.85' },
      'compute.m-series': { discount: '0.88' },
      storage: { discount: '0.8' },
    },
    tiers: ladder,
    comment: 'If you stay for another year',
    attached: 'How your price was made',
  },
  { contract: 'company', reached: 'rejected', items: { cache: { discount: '0.95' } }, comment: 'Result caches' },
  // This buyer's KYC is incomplete, so the offer waits.
  { contract: 'individual', reached: 'approved', items: { storage: { discount: '0.9' } }, comment: '存储优惠' },
];

/** The month in which the company's KYC is completed, which offers need. */
const knownInMonth = 3;

interface Telling {
  readonly deps: Deps;
  readonly installation: DemoInstallation;
}

/** Makes the offers of a month of the story, or those made at the end. */
export async function makeOffers(story: Telling, inMonth?: number): Promise<void> {
  if (inMonth === knownInMonth) await completeCompany(story);
  for (const offer of demoOffers) if (offer.inMonth === inMonth) await makeOffer(story, offer);
}

/** Each step has its own transaction and audit row, so that steps of sales and of the buyer have different actors. */
async function makeOffer({ deps, installation }: Telling, offer: DemoOffer): Promise<void> {
  const { contract, reached, attached } = offer;
  const contractId = installation.contracts[contract].id;
  const items = await itemsOf(deps, contractId, offer);
  const step = <T>(piece: (ctx: StepContext) => Promise<T>): Promise<T> =>
    atOnce(deps, async (work) =>
      piece({
        ...work,
        contract: await lockContract(work.tx, contractId),
        sealingKey: deps.sealingKey,
        subject: { kind: 'anonymous' },
      }),
    );
  const bySales = async (ctx: StepContext, call: Call, params: object) =>
    noteDoneWith(ctx, await salesToken(ctx), { call, contractId, params });

  const poid = await step(async (ctx) => {
    await bySales(ctx, privateOffers.create, { id: contractId });
    return draftOffer(ctx, { body: bodyOf(offer, items, ctx.now), creator: 'sales' });
  });
  const params = { id: contractId, poid };
  if (attached !== undefined)
    await step(async (ctx) => attachFile(ctx, { contractId, poid }, await demoFile(attached, ctx.now)));
  if (reached === 'draft') return;
  await step(async (ctx) => {
    await bySales(ctx, privateOffers.submit, params);
    await submitOffer(ctx, { params });
  });
  if (reached === 'submitted') return;
  await step(async (ctx) => {
    await bySales(ctx, privateOffers.approve, params);
    await decideOn(ctx, { params, body: { action: 'approve', comment: undefined }, approver: 'head of sales' });
  });
  if (reached === 'approved') return;
  await step(async (ctx) => {
    await noteDoneBy(ctx, personIn(installation, demoFinance), { call: privateOffers.respond, contractId, params });
    await respondToOffer(ctx, { params, body: answerOf(reached) });
  });
}

type StepContext = Work &
  Pick<Deps, 'sealingKey'> & { readonly contract: LockedContract; readonly subject: { readonly kind: 'anonymous' } };

const answerOf = (reached: 'accepted' | 'rejected') =>
  reached === 'accepted'
    ? ({ action: 'accept', comment: undefined } as const)
    : ({ action: 'reject', comment: 'Caches cost us too little to be worth a contract.' } as const);

const salesTokenName = 'Sales';

/** The token of sales in the story. It is revoked, and its secret was discarded. */
async function salesToken(ctx: Work): Promise<string> {
  const known = await ctx.tx
    .selectFrom('internal_token')
    .select('id')
    .where('name', '=', salesTokenName)
    .executeTakeFirst();
  if (known) return known.id;
  const { id } = await makeToken(ctx, { name: salesTokenName, scopes: ['price.write'] });
  await revokeToken(ctx, { params: { id } });
  return id;
}

/**
 * Valid from the month of the story, or from the next day for an offer made at the end; to be answered within two
 * weeks.
 */
function bodyOf({ inMonth, tiers, comment }: DemoOffer, offerItems: Body['offerItems'], now: Date): Body {
  const effectiveDate = inMonth === undefined ? new Date(Math.ceil(now.getTime() / dayMs) * dayMs) : now;
  return {
    channel: 'direct',
    discountType: tiers ? 'tiered' : 'standard',
    effectiveDate,
    expirationDate: new Date(effectiveDate.getTime() + 730 * dayMs),
    confirmationDeadline: new Date(Math.ceil(now.getTime() / dayMs) * dayMs + 14 * dayMs),
    comment,
    tieredDiscounts: tiers ?? [],
    offerItems,
  };
}

/** The SKUs of the contract's data clouds that an offer covers. */
async function itemsOf({ db }: Deps, contractId: string, { items }: DemoOffer): Promise<Body['offerItems']> {
  const skus = await db
    .selectFrom('sku')
    .select(['id', 'billing_item'])
    .where('billing_item', 'in', Object.keys(items))
    .where(
      sql<boolean>`(cloud_provider, region, edition) in (select cloud, region, edition from datacloud where contract_id = ${contractId})`,
    )
    .orderBy('cloud_provider')
    .orderBy('region')
    .orderBy('edition')
    .orderBy('billing_item')
    .orderBy('tier')
    .execute();
  return skus.map(({ id, billing_item }) => ({ skuId: id, ...items[billing_item] }));
}

async function completeCompany({ deps, installation }: Telling): Promise<void> {
  const { id } = installation.contracts.company;
  const body = {
    buyerType: 'E',
    enterpriseName: 'Northwind Retail Ltd',
    enterpriseSocialId: '91310115MA1K4TXT99',
    enterpriseLegalName: 'Nora North',
    enterpriseLegalSocialId: '11010519491231002X',
    contactPerson: 'Fiona Finance',
    tags: undefined,
    address: '12 Harbour Road, Rotterdam',
    contactPhone: '13800138000',
    contactEmail: demoFinance,
  } as const;
  await atOnce(deps, async (work) => {
    const contract = await lockContract(work.tx, id);
    await updateKycInfo({ ...work, contract, sealingKey: deps.sealingKey }, { body });
  });
}
