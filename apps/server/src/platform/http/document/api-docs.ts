import { createHash } from 'node:crypto';
import type { Access, ApiDocument, Content, Operation } from './openapi.ts';

const style = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code,pre{font:13px/1.4 ui-monospace,monospace}pre{overflow:auto;padding:.5rem;border:1px solid #8886}
article{border-top:1px solid #8886;padding:.75rem 0}h3{margin:0}td,th{text-align:left;padding:.1rem 1rem .1rem 0;vertical-align:top}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The content security policy of the page. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`;

/** Returns a readable page for the OpenAPI document at `source`, without scripts or external resources. */
export function docsPageOf({ info, paths }: ApiDocument, source: string): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags[0]);
  const names = [...groups.keys()].sort();
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(info.title)} API</title><style>${style}</style></head><body>
<h1>${escaped(info.title)} API ${escaped(info.version)}</h1><p>${escaped(info.description)} For machines: <a href="${source}">${source}</a></p>
<nav>${names.map((name) => `<a href="#${escaped(name)}">${escaped(name)}</a>`).join(' · ')}</nav>
${names.map((name) => `<h2 id="${escaped(name)}">${escaped(name)}</h2>${(groups.get(name) ?? []).map(callOf).join('')}`).join('')}
</body></html>`;
}

function callOf({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const rows = operation.parameters.map(
    ({ name, in: where, required, schema }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${where}${required ? ', required' : ''}</td><td><code>${json(schema)}</code></td></tr>`,
  );
  return `<article id="${escaped(operation.operationId)}"><h3><code>${method} ${escaped(path)}</code></h3>
<p>${escaped(operation.summary)}. Access: ${whoMay(operation['x-access'])}. Refused with: ${operation['x-refusals'].map((reason) => `<code>${reason}</code>`).join(', ')}.</p>
${rows.length > 0 ? `<table><tr><th>Parameter</th><th>In</th><th>Schema</th></tr>${rows.join('')}</table>` : ''}
${operation.requestBody?.description ? `<p>${escaped(operation.requestBody.description)}</p>` : ''}${operation.requestBody ? schemaOf('Body', operation.requestBody.content) : ''}${operation.responses[200] ? schemaOf('Reply', operation.responses[200].content) : ''}</article>`;
}

function whoMay(access: Access): string {
  if ('scope' in access) return `${access.kind}, ${access.scope}`;
  if (access.kind !== 'signed-in' || access.contract === undefined) return access.kind;
  const { contract } = access;
  const role = contract.in === 'query' ? `, and ${contract.scope} on it when it is named` : '';
  return `${access.kind}; the contract is ${contract.name} in the ${contract.in}${role}`;
}

function schemaOf(title: string, content: Content): string {
  return Object.entries(content)
    .map(
      ([media, { schema }]) =>
        `<details><summary>${title}, ${escaped(media)}</summary><pre>${json(schema, 2)}</pre></details>`,
    )
    .join('');
}

function json(value: object, indent?: number): string {
  const { $schema: _, ...shown } = value as { $schema?: unknown };
  return escaped(JSON.stringify(shown, null, indent));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
