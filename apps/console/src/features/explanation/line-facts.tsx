import type { explanations } from '@usance/api/billing/explanation';
import type { CallReply } from '@usance/api/call';
import { formatQuantity } from '@usance/money/display';
import type { ReactNode } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../../ui/cell/id-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { RateText } from '../../ui/cell/rate-text.tsx';
import { unitWord } from '../sku/sku-words.ts';

/** Returns the terms of a line, and the way from its exact amount to the one shown. */
export function lineFacts({
  line,
  currency,
  lineRounding,
}: CallReply<typeof explanations.ofLine>): (readonly [string, ReactNode])[] {
  const metered = `${formatQuantity(line.consumption)} ${unitWord(line.consumptionUnit)}`;
  const quoted = line.quotedConsumptionFormatted;
  return [
    [m.statement_quantity(), [metered, quoted && unitWord(quoted)].filter(Boolean).join(' ')],
    [m.statement_unit_price(), `${line.listPriceFormatted} / ${unitWord(line.priceUnit)}`],
    [m.statement_discount(), <RateText key="rate" rate={line.zhekou} />],
    ...(line.offerId === null ? [] : [[m.statement_offer(), <IdText key="offer" id={line.offerId} />] as const]),
    [m.explanation_exact(), <MoneyText key="exact" amount={line.exactAmount} currency={currency} places={12} />],
    [m.statement_rounding(), <MoneyText key="rounding" amount={lineRounding} currency={currency} places={12} />],
    [m.statement_amount(), <MoneyText key="amount" amount={line.amount} currency={currency} />],
  ];
}
