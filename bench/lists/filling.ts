import type { TestApp } from '../../apps/server/src/testing/test-app.ts';

export interface Size {
  readonly contracts: number;
  readonly dataclouds: number;
}

/** Ids of the alphabet that ids have, from a number: letters alone. */
const idOf = (prefix: string, number: string) =>
  `'${prefix}-' || translate(lpad((${number})::text, 10, '0'), '0123456789', 'abcdefghij')`;

/**
 * Fills in contracts and data clouds by SQL, each contract with one admin of a thousand, and data clouds evenly, but for one
 * contract that has 300 more. Who asks holds a role on `held` of the contracts, the large one among them.
 */
export async function fillLists(
  app: TestApp,
  { contracts, dataclouds }: Size,
  accounts: readonly Held[],
): Promise<void> {
  await app.ownerScript(`
    insert into account (id, identifier, password_hash, traits, created_at)
      select ${idOf('acc', 'n')}, 'holder' || n || '@example.com', 'none', '{}', now() from generate_series(1, 1000) n;
    insert into contract (id, sign_id, state, tags, name, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
      select ${idOf('ct', 'n')}, '20250101-' || n, 'Active', 'Contract ' || n, 'Contract ' || n, 'E', 'Buyer ' || n, 'saas', 'USD',
        '2025-01-01', timestamptz '2025-01-01' + n * interval '1 second' from generate_series(1, ${contracts}) n;
    insert into contract_role (contract_id, account_id, role, granted_at)
      select ${idOf('ct', 'n')}, ${idOf('acc', '1 + n % 1000')}, 'admin', now() from generate_series(1, ${contracts}) n;
    insert into datacloud (contract_id, id, name, state, edition, cloud, region, region_id, region_name, region_url, creator, created_at)
      select ${idOf('ct', `case when n <= 300 then 1 else 1 + n % ${contracts} end`)}, ${idOf('dc', 'n')}, 'lake_' || n, 'RUNNING',
        'ENTERPRISE', 'aws', 'us-east-1', 'aws-us-east-1', 'US East (N. Virginia)', 'https://example.com', 'someone@example.com',
        timestamptz '2025-01-01' + n * interval '1 second' from generate_series(1, ${dataclouds}) n;`);
  for (const { accountId, contracts: held } of accounts)
    await app.ownerScript(`
      insert into contract_role (contract_id, account_id, role, granted_at)
        select ${idOf('ct', 'n')}, '${accountId}', 'viewer', now() from generate_series(1, ${held}) n`);
  await app.ownerScript('analyze account, contract, contract_role, datacloud');
}

/** Who asks, and on how many contracts they hold a role. */
export interface Held {
  readonly accountId: string;
  readonly contracts: number;
}

/** The contract that has 300 data clouds more than others. */
export const largeContract = 'ct-aaaaaaaaab';
