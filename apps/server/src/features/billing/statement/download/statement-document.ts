import type { Statement } from '@usance/api/billing/statement';
import type { Language } from '#platform/context/language.ts';
import type { PrintedDocument } from '#platform/pdf/printed-document.ts';
import { statementContent } from './statement-content.ts';
import { statementWordsOf } from './statement-words.ts';

/** The widths of the columns of lines, in proportion. */
const shares = [1.8, 2.2, 2.6, 2.6, 2.4, 2.4, 1.8, 1.8];
const firstNumber = 4;

/** Returns a statement as a document to print, with the same content as its page. */
export function statementDocument(statement: Statement, language: Language): PrintedDocument {
  const w = statementWordsOf(language);
  const { title, facts, amounts, products, lineHeads, lines } = statementContent(statement, language);
  const total = statement.amountFormatted;
  return {
    language: w.lang,
    title,
    facts: [...facts, ...amounts, [w.digest, statement.digest]],
    tables: [
      {
        title: w.products,
        columns: [
          { head: w.product, share: 3 },
          { head: w.amount, share: 1, isNumber: true },
        ],
        rows: [...products, [w.total, total]],
      },
      {
        title: w.lines,
        columns: lineHeads.map((head, at) => ({
          head,
          share: shares[at] ?? 1,
          ...(at >= firstNumber && { isNumber: true as const }),
        })),
        rows: [...lines, [w.total, ...lineHeads.slice(2).map(() => ''), total]],
      },
    ],
    foot: statement.id,
    page: w.page,
    createdAt: Date.parse(statement.signedAt) / 1000,
  };
}
