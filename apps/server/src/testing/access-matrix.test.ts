import { costSharings } from '@usance/api/contract/cost-sharing';
import { role, rolesAllow } from '@usance/api/contract/role';
import { internalScope, tokens } from '@usance/api/people/token';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access, Operation as OpenApiOperation } from '#platform/http/document/openapi.ts';
import { contract, member, person } from './builders.ts';
import { anonymousCaller, type Caller, internalCaller } from './callers.ts';
import { startTestApp, type TestApp, testToken } from './test-app.ts';

interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly idPrefixes: Readonly<Record<string, string>>;
}

type Published = Pick<OpenApiOperation, 'operationId' | 'x-access' | 'x-id-prefixes'>;

let app: TestApp;
let contractId: string;
let published: Operation[];
let internal: Operation[];

beforeAll(async () => {
  app = await startTestApp({ clickhouse: true });
  contractId = (await contract(app)).id;
  published = await operationsOf(app.publicListener, '/api/openapi.json');
  internal = await operationsOf(app.internalListener, '/internal/api/openapi.json');
});
afterAll(() => app.close());

describe('the access to each call', () => {
  it('lets only public calls pass without a session', async () => {
    const nobody = anonymousCaller(app);
    for (const operation of published.filter((each) => each.access.kind !== 'public')) {
      const outcome = await attempt(nobody, operation);
      expect(outcome, operation.id).toMatchObject({ status: 401, reason: 'INVALID_SESSION' });
    }
  });

  it('shows no contract to an account without a role', async () => {
    const stranger = await person(app);
    for (const operation of published.filter((each) => each.access.kind === 'contract')) {
      const outcome = await attempt(stranger, operation);
      expect(outcome, operation.id).toMatchObject({ status: 404, reason: 'CONTRACT_NOT_FOUND' });
    }
  });

  const everyRole = role.options.map((held) => [held, false] as const);
  // Roles that read bills gain nothing where costs are shared.
  const whereCostsAreShared = (['dc_creator', 'viewer'] as const).map((held) => [held, true] as const);

  it.each([...everyRole, ...whereCostsAreShared])(
    'lets %s do what the role allows and nothing else (costs shared: %s)',
    async (held, sharesCosts) => {
      const admin = await member(app, contractId, 'admin');
      await admin.call(costSharings.update, { params: { id: contractId }, body: { shared: sharesCosts } });
      const someone = await member(app, contractId, held);
      for (const operation of published) {
        if (operation.access.kind !== 'contract') continue;
        const { status, reason } = await attempt(someone, operation);
        const allowed = rolesAllow([held], operation.access.scope, { sharesCosts });
        if (allowed) expect([status, reason], operation.id).not.toContain('CONTRACT_NOT_FOUND');
        expect(status === 403, `${operation.id} answered ${status}`).toBe(!allowed);
        expect(status, operation.id).toBeLessThan(500);
      }
    },
  );

  it('opens reads of rated usage, and their own views of it, alone to readers of costs', () => {
    const opened = published.filter(({ access }) => access.kind === 'contract' && access.scope === 'costs.read');
    expect(opened.map(({ id }) => id).sort()).toEqual([
      'cost-view.create',
      'cost-view.delete',
      'cost-view.list',
      'cost-view.mail',
      'cost-view.update',
      'explanation.of-purchases',
      'purchase.agg-by',
      'purchase.agg-by-sku',
      'purchase.anomalies',
      'purchase.changes',
      'purchase.daily-acc',
      'purchase.distinct-fields',
      'purchase.download',
      'purchase.forecast',
      'purchase.freshness',
      'purchase.groups',
      'purchase.list',
    ]);
  });

  it('needs a token for every internal call, and accepts no customer session instead', async () => {
    const admin = await member(app, contractId, 'admin');
    for (const operation of internal.filter((each) => each.access.kind !== 'public')) {
      const bare = await app.internalListener.inject({ method: operation.method, url: filled(operation) });
      expect(bare.statusCode, operation.id).toBe(401);
      const throughPublic = await admin.raw({ method: operation.method, url: filled(operation) });
      expect(throughPublic.statusCode, operation.id).toBe(404);
    }
  });

  it('accepts no internal token on the public listener', async () => {
    const reply = await app.publicListener.inject({
      url: `/api/v1/contracts/${contractId}`,
      headers: { authorization: `Bearer ${testToken}` },
    });
    expect(reply.statusCode).toBe(401);
  });

  it.each(internalScope.options)('lets a token that may %s do that and nothing else', async (scope) => {
    const { token } = await internalCaller(app).call(tokens.create, { body: { name: scope, scopes: [scope] } });
    for (const operation of internal) {
      if (operation.access.kind !== 'internal') continue;
      const isOwn = operation.access.scope === scope;
      // Calls that the token may make have tests of their own.
      if (isOwn && operation.method === 'GET') continue;
      const reply = await app.internalListener.inject({
        method: operation.method,
        url: filled(operation),
        headers: { authorization: `Bearer ${token}` },
      });
      expect(reply.statusCode === 403, `${operation.id} answered ${reply.statusCode}`).toBe(!isOwn);
    }
  });
});

async function attempt(caller: Caller, operation: Operation): Promise<{ status: number; reason: string | undefined }> {
  const reply = await caller.raw({
    method: operation.method,
    url: filled(operation),
    ...(operation.method === 'POST' || operation.method === 'PUT' ? { payload: bodyFor(operation) } : {}),
  });
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  return { status: reply.statusCode, reason: isJson ? reply.json().reason : undefined };
}

/** A call that names its contract in the body needs a valid one before the check of access. */
function bodyFor(operation: Operation): object {
  if (operation.access.kind !== 'contract' || operation.access.contractId !== 'body') return {};
  return {
    contractId,
    name: `matrix_${Math.trunc(performance.now() * 1_000)}`,
    regionID: 'aws-us-east-1',
    edition: 'ENTERPRISE',
  };
}

/** Parameters that are not ids: a role that can be granted, an unknown e-mail address, and the first line. */
const words: Readonly<Record<string, string>> = { role: 'billing_viewer', user: 'nobody@example.com', lineNo: '0' };

/** Fills a path with the contract's id, and every other parameter with an unknown id of its kind. */
function filled({ path, idPrefixes }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (idPrefixes[name] === 'ct') return contractId;
    return name in idPrefixes ? `${idPrefixes[name]}-aaaaaaaa` : (words[name] ?? 'aaaa');
  });
}

async function operationsOf(listener: FastifyInstance, url: string): Promise<Operation[]> {
  const document = (await listener.inject({ url })).json<{
    paths: Record<string, Record<string, Published>>;
  }>();
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase() as Operation['method'],
      path,
      access: operation['x-access'],
      idPrefixes: operation['x-id-prefixes'] ?? {},
    })),
  );
}
