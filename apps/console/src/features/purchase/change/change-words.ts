import type { ChangedDimension, PurchaseChange } from '@usance/api/billing/purchase/purchase-change';
import * as m from '../../../i18n/messages.gen.ts';
import type { BridgeStep } from './change-bridge.tsx';

const changeParts = ['usage', 'price', 'discount', 'new', 'gone'] as const satisfies readonly (keyof PurchaseChange)[];

const partWord: Readonly<Record<(typeof changeParts)[number], () => string>> = {
  usage: m.purchase_changes_usage,
  price: m.purchase_changes_price,
  discount: m.purchase_changes_discount,
  new: m.purchase_changes_new,
  gone: m.purchase_changes_gone,
};

/** The parts of a change, as steps of a bridge. */
export const stepsOf = (change: PurchaseChange): BridgeStep[] =>
  changeParts.map((part) => ({ id: part, name: partWord[part](), kind: 'change', amount: change[part] }));

export const dimensionWord: Readonly<Record<ChangedDimension, () => string>> = {
  datacloudID: m.purchase_datacloud,
  objectID: m.purchase_object,
  product: m.purchase_product,
  billingItem: m.purchase_billing_item,
};
