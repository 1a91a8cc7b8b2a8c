import { defineCalls, inPath } from '@usance/api/call';
import { sortedBy } from '@usance/api/sorted';
import { contractParams, idsOf, listParam, noContent, postingId, text, textsParam } from '@usance/api/wire';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Operation, openApiOf } from './openapi.ts';

const kind = z.enum(['one', 'other']);
const things = defineCalls('thing', {
  list: {
    method: 'GET',
    path: '/contracts/{id}/things',
    summary: 'Things',
    internal: 'read',
    contract: inPath,
    admission: 'read',
    params: contractParams,
    query: z.strictObject({
      kinds: z.optional(listParam(kind)),
      states: z._default(listParam(kind), ['one']),
      names: z.optional(textsParam(text(9))),
      ...sortedBy('name'),
    }),
    reply: z.object({ items: z.array(kind) }),
  },
  delete: {
    method: 'DELETE',
    path: '/contracts/{id}/things',
    summary: 'Delete things',
    internal: 'money.write',
    contract: inPath,
    admission: 'write',
    params: contractParams,
    query: z.strictObject({ ids: idsOf(postingId) }),
    reply: noContent,
  },
});

const methods = openApiOf('Things', '1', Object.values(things), 'internal').paths[
  '/internal/api/v1/contracts/{id}/things'
];
const operation = (method: string): Operation => {
  const found = methods?.[method];
  if (found === undefined) throw new Error(`No ${method}`);
  return found;
};
const parameter = (method: string, name: string) => operation(method).parameters.find((each) => each.name === name);

describe('the document of a call', () => {
  it('names searchParam, in which the criteria have their JSON types', () => {
    const searchParam = parameter('get', 'searchParam');
    expect(searchParam).toMatchObject({ in: 'query', required: false, schema: { type: 'string' } });
    expect(searchParam?.schema).toMatchObject({
      contentMediaType: 'application/json',
      contentSchema: { properties: { kinds: { anyOf: [{ type: 'array' }, { type: 'string' }] } }, required: [] },
    });
  });

  it('describes a plain list as values joined by commas, with its allowed values and default', () => {
    const joined = { style: 'form', explode: false };
    expect(parameter('get', 'kinds')).toMatchObject({
      ...joined,
      schema: { type: 'array', items: { enum: ['one', 'other'] } },
    });
    expect(parameter('get', 'states')).toMatchObject({ ...joined, schema: { default: ['one'] } });
    expect(parameter('delete', 'ids')).toMatchObject({ ...joined, required: true, schema: { type: 'array' } });
  });

  it('offers neither other lists nor objects as plain parameters, which would be refused', () => {
    const others = ['get', 'delete'].flatMap((method) => operation(method).parameters).filter((each) => !each.style);
    for (const { name, schema } of others) {
      expect([name, JSON.stringify({ ...schema, contentSchema: undefined })]).toEqual([
        name,
        expect.not.stringMatching(/"type":"(array|object)"/),
      ]);
    }
    expect(parameter('get', 'names')?.schema).toMatchObject({ type: 'string', maxLength: 9 });
  });

  it('names the Idempotency-Key for writes only', () => {
    expect(parameter('delete', 'Idempotency-Key')).toMatchObject({ in: 'header', required: false });
    expect(parameter('get', 'Idempotency-Key')).toBeUndefined();
  });

  it('says 204 for an empty reply, else 200 with its schema', () => {
    expect(Object.keys(operation('delete').responses)).toContain('204');
    expect(Object.keys(operation('delete').responses)).not.toContain('200');
    expect(operation('get').responses).toMatchObject({ 200: { content: { 'application/json': {} } } });
  });
});
