import { bodyMediaOf, type Call, type Family } from '@usance/api/call';
import { says } from '@usance/api/rule';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Grounds } from '../../../context/context.ts';
import type { Subject } from '../../../context/subject.ts';
import { invalidParameter, notFound, Refusal } from '../../../refusal.ts';
import { parseInput } from '../input/parse-input.ts';
import { queryInput } from '../input/query-input.ts';
import { spellOutSorter } from '../input/spell-out-sorter.ts';
import type { Input } from '../verb.ts';
import { assertCaller, type Gate, scopeOf } from './access.ts';

/** Checks the caller, the named contract and every part of the request, in that order as far as the request allows. */
export async function admit(
  call: Call,
  family: Family,
  gate: Gate,
  subject: Subject,
  request: FastifyRequest,
): Promise<{ input: Input<Call>; grounds: Partial<Grounds> }> {
  assertCaller(call, family, subject);
  const enter = (value: unknown) => enterContract(call, family, gate, subject, value);
  const params = call.params ? parseInput(call.params, request.params) : undefined;
  const byPath = call.contract?.in === 'path' ? await enter(params) : {};
  const criteria = withoutPages(call, queryInput(request.query));
  const query = call.query ? parseInput(call.query, spellOutSorter(call.query, criteria)) : refuseQuery(criteria);
  refuseBackwards(query);
  const byQuery = call.contract?.in === 'query' ? await enter(query) : {};
  const body = bodyOf(call, request);
  const byBody = call.contract?.in === 'body' ? await enter(body) : {};
  // The call's own schemas parsed these values, so they have the call's types.
  return { input: { params, query, body } as Input<Call>, grounds: { ...byPath, ...byQuery, ...byBody } };
}

async function enterContract(
  call: Call,
  family: Family,
  gate: Gate,
  subject: Subject,
  value: unknown,
): Promise<Partial<Grounds>> {
  const id = (value as Record<string, unknown> | undefined)?.[call.contract?.name ?? ''];
  if (typeof id === 'string') return gate.enter(subject, id, scopeOf(call, family));
  // Only a query may omit its contract. Elsewhere a missing name must never skip the rule.
  if (call.contract?.in === 'query') return {};
  throw notFound('CONTRACT_NOT_FOUND');
}

/** Refuses a range that ends before it starts, for every call. */
function refuseBackwards(query: unknown): void {
  const { start, end } = (query ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof start === 'number' && typeof end === 'number' && end < start)
    throw invalidParameter('end', says('endBeforeStart'));
}

function bodyOf(call: Call, request: FastifyRequest): unknown {
  if (!call.body) return undefined;
  const bodyMedia = bodyMediaOf(call);
  // A body of another media type may be a stream, which schemas must not read. A missing body is left to the schema.
  const isInPlainText = call.jsonInPlainText && request.mediaType === 'text/plain';
  if (
    request.mediaType === undefined ? call.bodyMedia !== undefined : request.mediaType !== bodyMedia && !isInPlainText
  )
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', `The body must be ${bodyMedia}.`);
  if (call.bodyMedia !== undefined) return request.body;
  const isMissing = request.body === undefined || request.body === null;
  if (isMissing && !call.body.safeParse(request.body).success)
    throw new Refusal('INVALID_PARAMETER', 'A body is required.');
  return parseInput(call.body, request.body, call.largestBody);
}

function refuseQuery(criteria: object): undefined {
  const [name] = Object.keys(criteria);
  if (name !== undefined) throw invalidParameter(name, says('unknownField', { name }));
}

/** Drops the page parameters of a list that has no pages, since clients of lists send them to every list. */
function withoutPages(call: Call, criteria: Record<string, unknown>): Record<string, unknown> {
  const isList = Object.values(shapeOf(call.reply)).some((field) => field instanceof z.core.$ZodArray);
  if (!isList || 'pageNum' in shapeOf(call.query)) return criteria;
  const { pageNum: _num, pageSize: _size, ...rest } = criteria;
  return rest;
}

const shapeOf = (schema: Call['query']): Readonly<Record<string, unknown>> =>
  schema instanceof z.core.$ZodObject ? schema._zod.def.shape : {};
