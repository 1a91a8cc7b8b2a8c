import * as z from 'zod/mini';
import { cloudProvider, edition } from '../../cloud.ts';
import { tagFilter } from '../../contract/datacloud-tag.ts';
import { says } from '../../rule.ts';
import { boolParam, exactText, listParam, rangeQuery, textsParam } from '../../wire.ts';

/** One value of each filter of rated usage. */
const filterValue = {
  datacloudID: exactText(64),
  objectID: exactText(300),
  edition,
  cloudProvider,
  region: exactText(64),
  product: exactText(120),
  type: exactText(120),
  subType: exactText(120, 0),
  billingItem: exactText(200),
  /** `key=value`, or a key alone for usage without it. Values of one key are alternatives; each key must hold. */
  tag: tagFilter,
};

const few = <T extends z.ZodMiniType<string, string>>(item: T) =>
  z.optional(z.array(item).check(z.minLength(1, says('required')), z.maxLength(20, says('tooMany', { max: 20 }))));

/** The filters of cost analysis, as budgets and views keep them; without any, all usage of the contract. */
export const usageFilter = z.strictObject({
  datacloudID: few(filterValue.datacloudID),
  objectID: few(filterValue.objectID),
  edition: few(filterValue.edition),
  cloudProvider: few(filterValue.cloudProvider),
  region: few(filterValue.region),
  product: few(filterValue.product),
  type: few(filterValue.type),
  subType: few(filterValue.subType),
  billingItem: few(filterValue.billingItem),
  tag: few(filterValue.tag),
});

const words = <T extends z.ZodMiniType<string, string>>(item: T) => z.optional(listParam(item));
const texts = <T extends z.ZodMiniType<string, string>>(item: T) => z.optional(textsParam(item));

/** The conditions of the usage screens on rows, without a range. */
export const purchaseConditions = {
  datacloudID: words(filterValue.datacloudID),
  objectID: texts(filterValue.objectID),
  includeZeroAmount: z._default(boolParam, true),
  edition: words(filterValue.edition),
  cloudProvider: words(filterValue.cloudProvider),
  region: texts(filterValue.region),
  product: texts(filterValue.product),
  type: texts(filterValue.type),
  subType: texts(filterValue.subType),
  billingItem: texts(filterValue.billingItem),
  tag: texts(filterValue.tag),
};
/** Without a range they cover the current month: to the end of this hour, from the first. */
export const purchaseFilters = { ...rangeQuery, ...purchaseConditions };
