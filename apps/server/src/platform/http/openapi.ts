import type { Call } from '@usance/api/call';
import { errorReply } from '@usance/api/wire';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type * as mini from 'zod/mini';

/** One call in the document; `x-access` says who may make it. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly [string];
  readonly security: readonly object[];
  readonly 'x-access': Call['access'];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: { readonly 200: Reply; readonly default: Reply };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: object;
}

interface Reply {
  readonly description: string;
  readonly content: Content;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** OpenAPI 3.1 of the mounted calls, made from the same schemas that check the requests. */
export function openApiOf(title: string, version: string, calls: readonly Call[]): ApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls) {
    const path = paths[call.path] ?? {};
    path[call.method.toLowerCase()] = operationOf(call);
    paths[call.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
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

export function serveOpenApi(app: FastifyInstance, path: string, document: () => object): void {
  app.get(path, async (_request, reply) => reply.type('application/json').send(document()));
}

function operationOf(call: Call): Operation {
  const media = call.replyMedia ?? 'application/json';
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [nounOf(call)],
    security: securityOf(call),
    'x-access': call.access,
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: { [call.bodyMedia ?? 'application/json']: { schema: schemaOf(call.body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: { description: 'Done', content: { [media]: { schema: schemaOf(call.reply, 'output') } } },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function nounOf(call: Call): string {
  return call.id.replace('internal.', '').replace(/\..*/, '');
}

function securityOf(call: Call): object[] {
  switch (call.access.kind) {
    case 'public':
      return [];
    case 'internal':
      return [{ internal: [] }];
    default:
      return [{ session: [] }];
  }
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
