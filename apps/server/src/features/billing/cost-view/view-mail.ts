import type { CostAnalysis } from '@usance/api/billing/cost-view';
import type { PurchaseGroup } from '@usance/api/billing/purchase';
import type { Currency } from '@usance/money/currency';
import { type Exact, isNegative, subtract, sum } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import { dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { billingZoneOf } from '@usance/period/zone';
import type { Language } from '#platform/context/language.ts';
import { consoleAddress, type MessageWords } from '#platform/message/message.ts';
import { hostNames } from '../focus-export/focus-words.ts';
import type { CostViewRow } from './cost-view.ts';
import type { ViewFigures } from './view-figures.ts';
import { type MailPhrases, mailPhrases } from './view-mail-words.ts';

type MailedView = Pick<CostViewRow, 'id' | 'contract_id' | 'name' | 'analysis'>;

/** Returns the mail of a view: its period, total and change, and its largest groups, with a link to the view. */
export function viewMailOf(
  view: MailedView,
  figures: ViewFigures,
  currency: Currency,
  language: Language,
): MessageWords {
  const phrases = mailPhrases[language];
  const { id, contract_id: contractId, name } = view;
  // The name is free text of another person, so it never stands alone.
  const title = phrases.title(name, contractId);
  const lines = [
    title,
    ...totalLines(figures, currency, phrases),
    '',
    ...groupLines(view, figures, currency, phrases),
    '',
    `${consoleAddress}/billing-center/${contractId}/cost-views/${id}`,
    '',
    phrases.stop,
  ];
  return { subject: title, text: lines.join('\n') };
}

/** The total, and the change from the former period unless the view compares with none or no day is comparable yet. */
function totalLines({ range, groups, compared }: ViewFigures, currency: Currency, phrases: MailPhrases): string[] {
  const money = (value: string) => formatMoney(value, currency);
  const total = phrases.total(daysText(range, currency), money(groups.amount));
  if (compared === undefined) return [total];
  const { now, before, amount, formerAmount, change, changePercent } = compared;
  const sign = isNegative(change) ? '' : '+';
  const percent = changePercent === null ? '' : ` (${sign}${changePercent}%)`;
  return [
    total,
    ...(now.end === range.end ? [] : [phrases.part(daysText(now, currency), money(amount))]),
    phrases.former(daysText(before, currency), money(formerAmount)),
    phrases.change(`${sign}${money(change)}${percent}`),
  ];
}

/** The largest groups with their amounts, and the sum of the others. */
function groupLines(
  { analysis }: MailedView,
  { groups: { items, amount, totalSize } }: ViewFigures,
  currency: Currency,
  phrases: MailPhrases,
): string[] {
  if (totalSize === 0) return [phrases.none];
  const { groupBy, tagKey = '' } = analysis;
  const money = (value: Exact) => formatMoney(value, currency);
  const others = subtract(amount, sum(items.map((group) => group.amount)));
  return [
    phrases.largest(groupBy === 'tag' ? tagKey : phrases.groupings[groupBy]),
    ...items.map((group) => `${nameOf(group, analysis, phrases)}: ${money(group.amount)}`),
    ...(items.length < totalSize ? [phrases.others(totalSize - items.length, money(others))] : []),
  ];
}

/** Returns the name of a group in its dimension. */
function nameOf(group: PurchaseGroup, { groupBy, tagKey = '' }: CostAnalysis, phrases: MailPhrases): string {
  switch (groupBy) {
    case 'datacloudID':
      return group.datacloudName || (group.datacloudID ?? '');
    case 'objectID':
      return group.objectName || (group.objectID ?? '');
    case 'region':
      return `${cloudNameOf(group, phrases)} ${group.regionName ?? group.region ?? ''}`;
    case 'cloudProvider':
      return cloudNameOf(group, phrases);
    case 'tag':
      return group.tag ?? phrases.noTag(tagKey);
    default:
      return group[groupBy] ?? '';
  }
}

/** The customer's own machines have no cloud's name. */
const cloudNameOf = ({ cloudProvider = '' }: PurchaseGroup, { onPremises }: MailPhrases): string =>
  new Map<string, string>(Object.entries(hostNames)).get(cloudProvider) || onPremises;

/** The days of a range in the contract's zone, both ends included. */
function daysText({ start, end }: Range, currency: Currency): string {
  const zone = billingZoneOf(currency);
  const [first, last] = [dayOf(start, zone), dayOf(instantOfEpochMs(Math.max(start, end - 1)), zone)];
  return `${first === last ? first : `${first} – ${last}`} (${zone})`;
}
