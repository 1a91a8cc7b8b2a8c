import type { TestApp } from '../../apps/server/src/testing/test-app.ts';

export interface Size {
  readonly contracts: number;
  readonly dataclouds: number;
}

/** Makes an id from a number: its digits become letters, because ids contain no 0, 1, 8 or 9. */
const idOf = (prefix: string, number: string) =>
  `'${prefix}-' || translate(lpad((${number})::text, 10, '0'), '0123456789', 'abcdefghij')`;

/**
 * Fills in contracts and data clouds by SQL. Each contract has one of a thousand admins. Data clouds are spread evenly,
 * except that one contract has 300 more. Each of `accounts` gets a role on its number of contracts, the large one among
 * them.
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

/** A calling account, and the number of contracts on which it has a role. */
export interface Held {
  readonly accountId: string;
  readonly contracts: number;
}

/** The contract with 300 more data clouds than the others. */
export const largeContract = 'ct-aaaaaaaaab';
