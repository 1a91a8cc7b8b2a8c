import type { Statement } from '@usance/api/billing/statement';
import type { Language } from '#platform/context/language.ts';
import { statementContent } from './statement-content.ts';
import { statementWordsOf } from './statement-words.ts';

/** Returns a statement as a self-contained page that loads and runs nothing. */
export function statementPage(statement: Statement, language: Language): string {
  const w = statementWordsOf(language);
  const { title, facts, amounts, products, lineHeads, lines } = statementContent(statement, language);
  return `<!doctype html>
<html lang="${w.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${definitions(facts)}
${definitions(amounts)}
<h2>${escapeHtml(w.products)}</h2>
${table([w.product, w.amount], products, [w.total, statement.amountFormatted])}
<h2>${escapeHtml(w.lines)}</h2>
${table(lineHeads, lines, [w.total, '', '', '', '', '', '', statement.amountFormatted])}
<p class="digest">${escapeHtml(statement.id)} · ${escapeHtml(w.digest)}: ${escapeHtml(statement.digest)}</p>
</body>
</html>
`;
}

function definitions(pairs: readonly (readonly [name: string, value: string])[]): string {
  const items = pairs.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl>${items.join('')}</dl>`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[], foot: readonly string[]): string {
  const row = (tag: 'td' | 'th', cells: readonly string[]) =>
    `<tr>${cells.map((value) => `<${tag}>${escapeHtml(value)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row('td', cells)).join('\n');
  return `<table>
<thead>${row('th', heads)}</thead>
<tbody>
${body}
</tbody>
<tfoot>${row('td', foot)}</tfoot>
</table>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
body { font: 13px/1.5 system-ui, sans-serif; color: #1a1d21; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.1rem; margin-top: 2rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem } dt { color: #5b6470 } dd { margin: 0 }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .35rem .5rem; border-bottom: 1px solid #dfe3e8 }
th:last-child, td:last-child { text-align: right; white-space: nowrap } td { font-variant-numeric: tabular-nums }
tfoot td { font-weight: 600 } .digest { color: #5b6470; font-size: .8rem; overflow-wrap: anywhere }
@media print { body { margin: 0; max-width: none } tr { break-inside: avoid } thead { display: table-header-group } }
`;
