import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { tagKey } from '../contract/datacloud-tag.ts';
import { says } from '../rule.ts';
import { sortedUpBy } from '../sorted.ts';
import {
  contractId,
  contractParams,
  exactText,
  idOf,
  instantText,
  noContent,
  paged,
  paging,
  sensibleDay,
  text,
} from '../wire.ts';
import { usageFilter } from './purchase/purchase-filter.ts';
import { purchaseStep } from './purchase.ts';

export const costViewId = idOf('view');
/** The number of views that a person may keep of a contract. */
export const mostCostViews = 50;
/** The number of views of a contract that a person may get by mail. */
export const mostMailedViews = 10;

/** The dimensions by which cost analysis shows usage. */
const viewGrouping = z.enum(['product', 'region', 'cloudProvider', 'datacloudID', 'objectID', 'billingItem', 'tag']);
export type ViewGrouping = z.output<typeof viewGrouping>;

/** The words of cost analysis for a time that moves on. */
const relativeRange = z.enum(['this-month', 'last-month', 'last-3-months', 'last-6-months', 'last-12-months']);
const longestRange = 366 * 86_400_000;

/** True for a relative word, and for days that exist, in order and at most a year. */
function isRange(range: string): boolean {
  if (relativeRange.safeParse(range).success) return true;
  const [, first = '', last = first] = /^([\d-]+)\.\.([\d-]+)?$/.exec(range) ?? [];
  const exist = sensibleDay.safeParse(first).success && sensibleDay.safeParse(last).success;
  return exist && first <= last && Date.parse(last) - Date.parse(first) < longestRange;
}

/** The question that cost analysis answers: which usage, of which time, and how it is grouped and compared. */
const costAnalysis = z
  .strictObject({
    /**
     * A relative word, which means another time later, or days: `2026-10-01..2026-10-15`, without the last for "until
     * now".
     */
    range: exactText(30).check(z.refine(isRange, says('purchaseRange'))),
    /** The period to compare with. */
    compare: z._default(z.enum(['previous', 'year', 'off']), 'previous'),
    groupBy: z._default(viewGrouping, 'product'),
    /** The key by whose values `tag` groups. */
    tagKey: z.optional(tagKey),
    /** The width of a bar; without one, it depends on the range. */
    step: z.optional(purchaseStep),
    includeZeroAmount: z._default(z.boolean(), true),
    filter: z._default(usageFilter, {}),
  })
  .check(({ value: { groupBy, tagKey: key }, issues }) => {
    if ((groupBy === 'tag') !== (key !== undefined))
      issues.push({
        code: 'custom',
        input: key,
        path: ['tagKey'],
        message: says(key === undefined ? 'required' : 'onlyForTags'),
      });
  });
export type CostAnalysis = z.output<typeof costAnalysis>;

/** The days on which its reader gets a view by mail: none, each Monday, or the first of each month. */
const viewMail = z.enum(['none', 'monday', 'firstOfMonth']);
export type ViewMail = z.output<typeof viewMail>;

const costView = z.object({
  id: costViewId,
  contractId,
  name: z.string(),
  analysis: costAnalysis,
  /** True if everyone who may read the contract's costs sees it; otherwise only its maker does. */
  shared: z.boolean(),
  isMine: z.boolean(),
  /** The e-mail of its maker. */
  maker: z.string(),
  /** True if the caller may change and delete it. */
  mayChange: z.boolean(),
  /** The caller's own choice. */
  mail: viewMail,
  gmtCreated: instantText,
});
export type CostView = z.output<typeof costView>;

export const costViewBody = z.strictObject({
  name: text(64),
  shared: z._default(z.boolean(), false),
  analysis: costAnalysis,
});
export type CostViewTerms = z.output<typeof costViewBody>;

const write = { customer: 'costs.read', contract: inPath, locks: 'contract', admission: 'write' } as const;
const one = {
  ...write,
  path: '/contracts/{id}/cost-views/{viewID}',
  params: z.strictObject({ id: contractId, viewID: costViewId }),
} as const;
/** A private view is nobody else's business, an admin's neither. */
const hides = ['name', 'analysis'] as const;

export const costViews = defineCalls('cost-view', {
  list: {
    method: 'GET',
    customer: 'costs.read',
    contract: inPath,
    admission: 'read',
    path: '/contracts/{id}/cost-views',
    summary: 'Your views of a contract’s costs, and those that others share',
    params: contractParams,
    query: z.strictObject({ ...paging, ...sortedUpBy('name', 'gmtCreated') }),
    reply: paged(costView),
  },
  create: {
    ...write,
    path: '/contracts/{id}/cost-views',
    method: 'POST',
    summary: 'Save what cost analysis shows, for yourself or for everyone who may read the contract’s costs',
    refusals: ['COST_VIEW_CONFLICT'],
    hides,
    params: contractParams,
    body: costViewBody,
    reply: costView,
  },
  update: {
    ...one,
    method: 'PUT',
    summary: 'Replace a view of yours, or a shared one as an admin; a view that is private again ends others’ mails',
    refusals: ['COST_VIEW_CONFLICT', 'COST_VIEW_NOT_FOUND'],
    hides,
    body: costViewBody,
    reply: costView,
  },
  delete: {
    ...one,
    method: 'DELETE',
    summary: 'Delete a view of yours, or a shared one as an admin; its mails end',
    refusals: ['COST_VIEW_NOT_FOUND'],
    reply: noContent,
  },
  mail: {
    ...one,
    path: '/contracts/{id}/cost-views/{viewID}/mail',
    method: 'PUT',
    summary: 'Choose when you get a view by mail',
    refusals: ['COST_VIEW_CONFLICT', 'COST_VIEW_NOT_FOUND'],
    body: z.strictObject({ mail: viewMail }),
    reply: costView,
  },
});
