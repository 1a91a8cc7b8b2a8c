import type { Call, Family } from '@usance/api/call';
import { takesKey } from '@usance/api/refusals';
import { joinedByCommas } from '@usance/api/wire';
import type * as mini from 'zod/mini';
import { jsonSchemaOf } from './json-schema.ts';

/** One parameter in the words of OpenAPI. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
  /** A list is one text with values separated by commas. */
  readonly style?: 'form';
  readonly explode?: false;
}

/** The documented effect of repeating a request with its key. */
export const sameRequest =
  'A request repeated with its Idempotency-Key takes effect once: it gets the first reply with the header Idempotent-Replayed: true (unless the call says otherwise), or 503 with Retry-After while the first is running. A different request with the key is refused with IDEMPOTENCY_KEY_CONFLICT and has no effect. A failed or refused request may be sent again.';

/** All parameters of a call: path, criteria, plain and combined, and the key of a write. */
export function parametersOf(call: Call, family: Family): Parameter[] {
  return [
    ...namedIn(call.params, 'path'),
    ...namedIn(call.query, 'query').map(plain),
    ...(call.query ? [searchParam(call.query)] : []),
    ...(takesKey(call, family) ? [call.runsAgain ? rerunKey : idempotencyKey] : []),
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
 * A plain list is its values joined by commas if its schema allows that; other lists, objects and null need
 * searchParam. Required criteria may come there too, so none is required here.
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
    description: 'Criteria as one JSON object, instead of or beside plain ones; each at most once.',
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

const rerunKey: Parameter = {
  ...idempotencyKey,
  description:
    'A request repeated with its Idempotency-Key runs again and gets a new reply: records accepted before count as duplicates, and are stored again if they were lost. While the first is running it gets 503 with Retry-After; a different request with the key is refused with IDEMPOTENCY_KEY_CONFLICT and has no effect.',
};
