import {
  type Call,
  type ContractPlace,
  type ContractScope,
  type Family,
  type InternalScope,
  operationId,
  pathOf,
} from '@usance/api/call';
import { type Reason, reasons } from '@usance/api/reason';
import { refusalsOf, takesKey } from '@usance/api/refusals';
import { errorReply } from '@usance/api/wire';
import * as z from 'zod';
import type * as mini from 'zod/mini';

/** One call in the document; `x-access` says who may make it. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly [string];
  readonly security: readonly object[];
  readonly 'x-access': Access;
  /** Every reason with which it can be refused. */
  readonly 'x-refusals': readonly Reason[];
  /** What the ids in its path begin with. */
  readonly 'x-id-prefixes'?: Readonly<Record<string, string>>;
  readonly 'x-admission': Call['admission'];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly description?: string; readonly content: Content };
  readonly responses: { readonly 200: Reply; readonly default: Reply } & Readonly<Record<number, Reply>>;
}

/** Who may make it: anybody, any session, a role on the contract that the call names, or an internal token. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signed-in'; readonly contract?: ContractPlace }
  | { readonly kind: 'contract'; readonly scope: ContractScope; readonly contractId: 'path' | 'body' }
  | { readonly kind: 'internal'; readonly scope: InternalScope };

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
}

interface Reply {
  readonly description: string;
  readonly content: Content;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const sameRequest =
  'A request sent again under its Idempotency-Key is done once: it gets the first reply, with the header Idempotent-Replayed: true (but for calls that say otherwise of their key), or 503 with Retry-After while the first is still at work. Another request under the key is refused with IDEMPOTENCY_KEY_CONFLICT before anything is done. What failed or was refused may be sent again.';
const description = `The parameters of a query may also travel together, as one JSON object in the parameter \`searchParam\`; a list is a JSON array there. ${sameRequest}`;

/** OpenAPI 3.1 of the mounted calls, made from the same schemas that check the requests. */
export function openApiOf(title: string, version: string, calls: readonly Call[], family: Family): ApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls) {
    const path = pathOf(call, family);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, family) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    paths,
    components: {
      schemas: { Error: schemaOf(errorReply, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
        internal: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function operationOf(call: Call, family: Family): Operation {
  const media = call.replyMedia ?? 'application/json';
  const access = accessOf(call, family);
  return {
    operationId: operationId(call, family),
    summary: call.summary,
    tags: [call.noun],
    security: securityOf(access),
    'x-access': access,
    'x-admission': call.admission,
    'x-refusals': refusalsOf(call, family),
    ...idPrefixesOf(call),
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(takesKey(call, family) ? [call.doneAgain ? keyOfWhatIsDoneAgain : idempotencyKey] : []),
    ],
    ...(call.body
      ? {
          requestBody: {
            required: true,
            ...(call.longestLine === undefined ? {} : { description: ofLongestLine(call.longestLine) }),
            content: { [call.bodyMedia ?? 'application/json']: { schema: schemaOf(call.body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: { description: 'Done', content: { [media]: { schema: schemaOf(call.reply, 'output') } } },
      ...refusedReplies(call, family),
      default: { description: 'Refused or failed', content: errorContent },
    },
  };
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: sameRequest,
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const ofLongestLine = (bytes: number) =>
  `A line has at most ${bytes} bytes. At the first that is longer the whole body is refused with INVALID_PARAMETER, which names the line in metadata.line, as soon as it comes: nothing of the body is taken in.`;

const keyOfWhatIsDoneAgain: Parameter = {
  ...idempotencyKey,
  description:
    'A request sent again under its Idempotency-Key is done again and answers anew: what was taken in before counts as duplicate, and is stored again where it was lost. While the first is at work it gets 503 with Retry-After; another request under the key is refused with IDEMPOTENCY_KEY_CONFLICT before anything is done.',
};

function accessOf(call: Call, family: Family): Access {
  return family === 'internal' ? internalAccess(call) : customerAccess(call);
}

function internalAccess({ internal: scope = 'anyone' }: Call): Access {
  return scope === 'anyone' ? { kind: 'public' } : { kind: 'internal', scope };
}

function customerAccess({ customer: rule = 'anyone', contract }: Call): Access {
  if (rule === 'anyone') return { kind: 'public' };
  if (rule === 'signed-in') return { kind: 'signed-in', ...(contract && { contract }) };
  return { kind: 'contract', scope: rule, contractId: contract?.in === 'body' ? 'body' : 'path' };
}

function securityOf(access: Access): object[] {
  if (access.kind === 'public') return [];
  return [access.kind === 'internal' ? { internal: [] } : { session: [] }];
}

const errorContent: Content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** A reply for each status, which names the reasons that come with it. */
function refusedReplies(call: Call, family: Family): Record<number, Reply> {
  const byStatus = Map.groupBy(refusalsOf(call, family), (reason) => reasons[reason]);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [status, { description: names.join(', '), content: errorContent }]),
  );
}

function idPrefixesOf(call: Call): { 'x-id-prefixes'?: Record<string, string> } {
  const shape: Readonly<Record<string, unknown>> =
    call.params instanceof z.core.$ZodObject ? call.params._zod.def.shape : {};
  const prefixes = Object.entries(shape).flatMap(([name, schema]) =>
    typeof schema === 'object' && schema !== null && 'prefix' in schema ? [[name, schema.prefix]] : [],
  );
  return prefixes.length === 0 ? {} : { 'x-id-prefixes': Object.fromEntries(prefixes) };
}

function parametersOf(schema: mini.ZodMiniType | undefined, where: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
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

function schemaOf(schema: mini.ZodMiniType, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' });
}
