import {
  bodyMediaOf,
  type Call,
  type ContractPlace,
  type ContractScope,
  type Family,
  type InternalScope,
  operationId,
  pathOf,
} from '@usance/api/call';
import { type Reason, reasons } from '@usance/api/reason';
import { refusalsOf } from '@usance/api/refusals';
import { errorReply } from '@usance/api/wire';
import * as z from 'zod';
import { jsonSchemaOf } from './json-schema.ts';
import { type Parameter, parametersOf, sameRequest } from './parameters.ts';

/** One call in the document; `x-access` says who may make it. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly [string];
  readonly security: readonly object[];
  readonly 'x-access': Access;
  /** Every reason for refusing it. */
  readonly 'x-refusals': readonly Reason[];
  /** The prefixes of the ids in its path. */
  readonly 'x-id-prefixes'?: Readonly<Record<string, string>>;
  readonly 'x-admission': Call['admission'];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly description?: string; readonly content: Content };
  /** 200 with the reply, or 204 without one. */
  readonly responses: { readonly 200?: Reply; readonly default: Reply } & Readonly<Record<number, Reply | Bare>>;
}

/** The required access: none, any session, a role on the named contract, or an internal token. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signed-in'; readonly contract?: ContractPlace }
  | { readonly kind: 'contract'; readonly scope: ContractScope; readonly contractId: 'path' | 'body' }
  | { readonly kind: 'internal'; readonly scope: InternalScope };

interface Reply {
  readonly description: string;
  readonly content: Content;
}

interface Bare {
  readonly description: string;
}

export type Content = Readonly<Record<string, { readonly schema: object }>>;

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const description = `The criteria of a query may also be sent as one JSON object in the parameter \`searchParam\`, where several values are a JSON array. ${sameRequest}`;

/** Returns OpenAPI 3.1 for the mounted calls, from the schemas that check the requests. */
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
      schemas: { Error: jsonSchemaOf(errorReply, 'output') },
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
    parameters: parametersOf(call, family),
    ...(call.body
      ? {
          requestBody: {
            required: true,
            ...(call.longestLine === undefined ? {} : { description: ofLongestLine(call.longestLine) }),
            content: { [bodyMediaOf(call)]: { schema: jsonSchemaOf(call.body, 'input') } },
          },
        }
      : {}),
    responses: {
      ...(call.reply instanceof z.core.$ZodVoid
        ? doneWithout(call)
        : { 200: { description: 'Done', content: { [media]: { schema: jsonSchemaOf(call.reply, 'output') } } } }),
      ...refusedReplies(call, family),
      default: { description: 'Refused or failed', content: errorContent },
    },
  };
}

const doneWithout = ({ redirects }: Call): Record<number, Bare> =>
  redirects
    ? { 303: { description: `Redirects the browser; if refused and text/html is accepted, to ${redirects.refusedTo}` } }
    : { 204: { description: 'Done' } };

const ofLongestLine = (bytes: number) =>
  `A line has at most ${bytes} bytes. The first longer line refuses the whole body at once with INVALID_PARAMETER, and metadata.line names it: no part of the body is stored.`;

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

/** A reply for each status, with its reasons. */
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
