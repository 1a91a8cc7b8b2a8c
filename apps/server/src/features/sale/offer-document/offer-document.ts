import { billingItemWordIn, tierWordIn, unitWordIn } from '@usance/api/metering/sku-words';
import type { OfferItem, PrivateOffer } from '@usance/api/sale/private-offer';
import { formatMoney, formatRate, formatTenths } from '@usance/money/display';
import { billingZoneOf } from '@usance/period/zone';
import type { Language } from '#platform/context/language.ts';
import type { PrintedDocument } from '#platform/pdf/printed-document.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { offerWordsOf } from './offer-words.ts';

/** The decimal places of prices in tables. */
const pricePlaces = 8;

type Of = Pick<ContractRow, 'tags' | 'id' | 'buyer_name' | 'currency'>;

/** Returns an offer in the reader's language, with times in the contract's zone. */
export function offerDocument(offer: PrivateOffer, contract: Of, language: Language): PrintedDocument {
  const w = offerWordsOf(language);
  const zone = billingZoneOf(contract.currency);
  const when = (seconds: number) => `${timeIn(zone, seconds)} (${zone})`;
  const status = w.statuses[offer.status];
  const { response } = offer;
  const end = earlyEndOf(offer);
  const facts: (readonly [string, string])[] = [
    [w.customer, contract.buyer_name],
    [w.contract, `${contract.tags} (${contract.id})`],
    [w.status, offer.invalidReason ? `${status}: ${w.invalid[offer.invalidReason]}` : status],
    [w.channel, w.channels[offer.channel]],
    [w.type, w.types[offer.discountType]],
    [w.currency, offer.currency],
    [w.created, when(offer.createdAt)],
    [w.effective, when(offer.effectiveDate)],
    [w.expiration, offer.expirationDate === null ? w.noExpiration : when(offer.expirationDate)],
    ...(end === undefined ? [] : [[w.ends, when(end)] as const]),
    [w.deadline, when(offer.confirmationDeadline)],
  ];
  if (offer.comment !== null) facts.push([w.comment, offer.comment]);
  if (response !== null) {
    const answered = `${response.action === 'accept' ? w.statuses.accepted : w.statuses.rejected}, ${when(response.respondedAt)}`;
    facts.push([w.response, response.comment === null ? answered : `${answered}\n${response.comment}`]);
  }
  const tables = [tiersOf(offer, language), itemsOf(offer, language)].filter(({ rows }) => rows.length > 0);
  const { id, createdAt } = offer;
  return { language: w.lang, title: `${w.title} ${id}`, facts, tables, foot: id, page: w.page, createdAt };
}

function tiersOf({ tieredDiscounts, currency }: PrivateOffer, language: Language): PrintedDocument['tables'][number] {
  const w = offerWordsOf(language);
  return {
    title: w.tiers,
    note: w.tiersNote,
    columns: [
      { head: w.level, share: 1, isNumber: true },
      { head: w.from, share: 3, isNumber: true },
      { head: w.upTo, share: 3, isNumber: true },
      { head: w.discount, share: 2, isNumber: true },
    ],
    rows: tieredDiscounts.map(({ tierLevel, minThreshold, maxThreshold, discountRate }) => [
      String(tierLevel),
      threshold(minThreshold, currency),
      maxThreshold === '-1' ? w.noLimit : threshold(maxThreshold, currency),
      paid(discountRate, w),
    ]),
  };
}

function itemsOf({ offerItems, currency }: PrivateOffer, language: Language): PrintedDocument['tables'][number] {
  const w = offerWordsOf(language);
  const price = (text: string | null) => (text === null ? '–' : formatMoney(text, currency, pricePlaces));
  return {
    title: `${w.items} (${currency})`,
    columns: [
      { head: w.item, share: 9 },
      { head: w.kind, share: 6 },
      { head: w.place, share: 8 },
      { head: w.listPrice, share: 7, isNumber: true },
      { head: w.price, share: 7, isNumber: true },
      { head: w.discount, share: 4, isNumber: true },
      { head: w.unit, share: 5 },
    ],
    rows: offerItems.map((item) => [
      itemName(item, language),
      `${w.kinds[item.type] ?? item.type}, ${w.editions[item.edition] ?? item.edition}`,
      placeOf(item, w.clouds),
      price(item.listingPrice),
      price(item.price),
      paid(item.discount, w),
      unitWordIn(language, item.unit),
    ]),
  };
}

/** "storage (hot)": the tier distinguishes items with the same name. */
function itemName({ billingItem, tier }: OfferItem, language: Language): string {
  const name = billingItemWordIn(language, billingItem);
  return tier === '' ? name : `${name} (${tierWordIn(language, tier)})`;
}

const placeOf = ({ cloudProvider, region }: OfferItem, clouds: Readonly<Record<string, string>>) =>
  `${clouds[cloudProvider] ?? cloudProvider} ${region}`;

/** The end of an accepted offer's prices, if it differs from the expiration date. */
function earlyEndOf({ response, endsAt, expirationDate }: PrivateOffer): number | undefined {
  if (response?.action !== 'accept' || endsAt === null || endsAt === expirationDate) return undefined;
  return endsAt;
}

/** With 2 places, or more if it has fractions of a cent. */
const threshold = (amount: string, currency: PrivateOffer['currency']) =>
  formatMoney(amount, currency, /\.\d\d0*$/.test(amount) ? 2 : pricePlaces);

/** The share of the price to pay; a percentage alone could be read as the reduction. Chinese counts in tenths. */
function paid(discount: string, w: ReturnType<typeof offerWordsOf>): string {
  const percent = formatRate(discount);
  if (percent === '-') return percent;
  const tenths = formatTenths(discount);
  if (tenths === undefined) return w.payMore.replace('{percent}', percent);
  return w.pay.replace('{share}', w.lang === 'zh-CN' ? tenths : percent);
}

/** "2026-12-01 08:00" in a zone. */
function timeIn(timeZone: string, seconds: number): string {
  // The Swedish format is ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(new Date(seconds * 1000));
}
