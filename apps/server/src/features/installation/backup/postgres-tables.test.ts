import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorError } from '#platform/failure/operator-error.ts';
import { openPatient } from '#platform/postgres/open-patient.ts';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { tablesInOrder } from './postgres-tables.ts';

let postgres: TestPostgres;
beforeEach(async () => {
  postgres = await openTestPostgres();
});
afterEach(() => postgres.close());

async function inOrder(): Promise<string[]> {
  const client = await openPatient(postgres.ownerUrl);
  const tables = await tablesInOrder(client).finally(() => client.end());
  return tables.map(({ name }) => name);
}

describe('the order in which tables are restored', () => {
  it('does not depend on the quoting of names', async () => {
    const usual = await inOrder();
    await postgres.script(`do $$ begin
      execute format('alter database %I set quote_all_identifiers = on', current_database());
    end $$`);
    expect(await inOrder()).toEqual(usual);
  });

  it('that foreign keys of others make impossible is refused, with the keys to drop', async () => {
    await postgres.script(`alter table contract add best_cloud text,
      add constraint "best of" foreign key (id, best_cloud) references datacloud (contract_id, id)`);
    await expect(inOrder()).rejects.toThrow(OperatorError);
    await expect(inOrder()).rejects.toThrow(/contract.*"best of" of contract/);
  });
});
