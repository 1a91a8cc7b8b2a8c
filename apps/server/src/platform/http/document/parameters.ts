import type { Call, Family } from '@usance/api/call';
import { takesKey } from '@usance/api/refusals';
import { joinedByCommas } from '@usance/api/wire';
import type * as mini from 'zod/mini';
import { jsonSchemaOf } from './json-schema.ts';

/** One parameter as OpenAPI tells it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
  /** A list is one text, in which commas part the values. */
  readonly style?: 'form';
  readonly explode?: false;
}

/** What becomes of a request that is sent again under its key. */
export const sameRequest =
  'A request sent again under its Idempotency-Key is done once: it gets the first reply, with the header Idempotent-Replayed: true (but for calls that say otherwise of their key), or 503 with Retry-After while the first is still at work. Another request under the key is refused with IDEMPOTENCY_KEY_CONFLICT before anything is done. What failed or was refused may be sent again.';

/** Everything a call takes beside its body: its path, its criteria plain and as one, and a key where it writes. */
export function parametersOf(call: Call, family: Family): Parameter[] {
  return [
    ...namedIn(call.params, 'path'),
    ...namedIn(call.query, 'query').map(plain),
    ...(call.query ? [searchParam(call.query)] : []),
    ...(takesKey(call, family) ? [call.runsAgain ? keyOfRepeatable : idempotencyKey] : []),
  ];
}

function namedIn(schema: mini.ZodMiniType | undefined, where: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

interface Branch {
  readonly type?: string;
  readonly format?: string;
}

/**
 * As plain text a list is its values joined by commas, where commas part them; any other list, an object and null travel in
 * searchParam alone. What is required may come there too.
 */
function plain({ schema, ...parameter }: Parameter): Parameter {
  const { anyOf, ...rest } = schema as { readonly anyOf?: readonly Branch[] };
  if (anyOf?.some(({ format }) => format === joinedByCommas)) {
    const list = anyOf.find(({ type }) => type === 'array');
    return { ...parameter, style: 'form', explode: false, schema: { ...rest, ...list } };
  }
  const texts = anyOf?.filter(({ type = '' }) => !['array', 'object', 'null'].includes(type));
  return {
    ...parameter,
    schema: texts?.length === 1 ? { ...rest, ...texts[0] } : { ...rest, ...(texts && { anyOf: texts }) },
  };
}

/** All criteria as one JSON object, where lists are arrays. */
function searchParam(query: mini.ZodMiniType): Parameter {
  const criteria = { ...jsonSchemaOf(query, 'input'), required: [] };
  return {
    name: 'searchParam',
    in: 'query',
    required: false,
    description: 'Criteria as one JSON object, instead of or beside plain ones; none of them twice.',
    schema: { type: 'string', contentMediaType: 'application/json', contentSchema: criteria },
  };
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: sameRequest,
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const keyOfRepeatable: Parameter = {
  ...idempotencyKey,
  description:
    'A request sent again under its Idempotency-Key is done again and answers anew: what was taken in before counts as duplicate, and is stored again where it was lost. While the first is at work it gets 503 with Retry-After; another request under the key is refused with IDEMPOTENCY_KEY_CONFLICT before anything is done.',
};
