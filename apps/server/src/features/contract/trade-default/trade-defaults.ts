import { readFileSync } from 'node:fs';
import { type TradeDefault, tradeDefault } from '@usance/api/contract/trade-default';
import * as z from 'zod/mini';
import { BadConfig } from '#platform/failure/operator-error.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** The bank accounts to which customers pay; the built-in ones if none are configured. */
    readonly tradeDefaults: readonly TradeDefault[];
  }
}

/** Holds until an installation names its seller; these account numbers do not exist. */
const shipped: readonly TradeDefault[] = [
  {
    currency: 'USD',
    seller: 'Usance Demonstration Inc.',
    bank: {
      accountName: 'Usance Demonstration Inc.',
      accountNumber: '000123456789',
      openingBank: 'Bank of the Demonstration',
      swiftCode: 'DEMOUS33',
    },
    statementDay: 2,
    deductionDay: 7,
  },
  {
    currency: 'CNY',
    seller: '演示科技有限公司',
    bank: {
      accountName: '演示科技有限公司',
      accountNumber: '6222 0000 0000 0000',
      openingBank: '演示银行上海分行',
      swiftCode: 'DEMOCNBS',
    },
    statementDay: 2,
    deductionDay: 7,
  },
];

const fileContent = z.array(z.omit(tradeDefault, { statementDay: true, deductionDay: true }));

/**
 * Returns the payment defaults of each currency: those of the installation's file, or the built-in ones. The due days
 * are fixed. Throws BadConfig for an invalid file.
 */
export function tradeDefaultsOf(file: string | undefined): readonly TradeDefault[] {
  if (file === undefined) return shipped;
  const said = contentOf(file);
  return shipped.map((usual) => ({ ...usual, ...said.find(({ currency }) => currency === usual.currency) }));
}

function contentOf(file: string) {
  try {
    return fileContent.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new BadConfig(
      `TRADE_DEFAULTS names ${file}, which is not a list of {"currency", "seller", "bank": {"accountName", "accountNumber", "openingBank", "swiftCode"}}: ${why}`,
    );
  }
}
