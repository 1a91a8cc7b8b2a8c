import { availableBalances } from '@usance/api/billing/available-balance';
import pg from 'pg';
import { followDue } from '../../apps/server/src/features/billing/account-period/follow-due.ts';
import { internalCaller } from '../../apps/server/src/testing/callers.ts';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import { besideSql, ratioOf } from '../beside-sql.ts';
import { describeHardware } from '../hardware.ts';
import { statementsDuring } from '../statements-during.ts';
import { median, timed } from '../timing.ts';
import { measureOldContract } from './old-contract.ts';

const pageSize = 100;
const rounds = 20;

/**
 * Measures the checking of accounts after a rating, at a tenth of the contracts and at all of them, and a page of their
 * balances against its SQL statements alone. Then what a contract of many years costs its readers.
 */
export async function benchAccounts(contracts: number): Promise<void> {
  const stopEngines = await startEngines();
  const app = await startTestApp({ now: '2026-10-20T00:00:00Z', damaged: 'rows are filled in by SQL' });
  const engine = new pg.Client({ connectionString: app.postgresUrl });
  try {
    console.log(`${describeHardware()}; ${contracts} contracts`);
    await engine.connect();
    await fillContracts(app, contracts);
    await measureChecks(app, 'first check, which announces a low balance', contracts);
    for (const marked of [contracts / 10, contracts]) {
      await rateAnotherDay(app, marked);
      await freshStatistics(app);
      await measureChecks(app, 'check after a rating', marked);
    }
    await freshStatistics(app);
    await measurePage(app, engine);
    await measureOldContract(app);
  } finally {
    await engine.end();
    await app.close();
    await stopEngines();
  }
}

/** PostgreSQL does this by itself within a minute; until then kept plans expect small tables. */
const freshStatistics = ({ ownerScript }: TestApp) => ownerScript('analyze');

async function measureChecks({ deps, clock }: TestApp, name: string, marked: number): Promise<void> {
  let checked = 0;
  let ms = Number.NaN;
  const statements = await statementsDuring(async () => {
    ms = await timed(async () => {
      checked = await followDue(deps, clock.now());
    });
  });
  if (checked !== marked) throw new Error(`${checked} of ${marked} accounts were checked`);
  const each = `${(ms / marked).toFixed(2)} ms and ${(statements.length / marked).toFixed(2)} statements each`;
  console.log(`${name.padEnd(44)} ${String(marked).padStart(7)}  ${(ms / 1_000).toFixed(1)} s, ${each}`);
}

async function measurePage(app: TestApp, engine: pg.Client): Promise<void> {
  const read = async () => {
    const { items } = await internalCaller(app).call(availableBalances.list, { query: { pageSize } });
    if (items.length !== pageSize) throw new Error(`${items.length} balances on a page`);
  };
  // The caller's token and the record of the call are in every call.
  const statements = (await statementsDuring(read)).filter(([text]) =>
    /^\s*(\/\*.*?\*\/)?\s*select (?!.*internal_token)/s.test(text),
  );
  const figures = await besideSql(read, { statements, engine, rounds });
  const [apiMs, engineMs] = [median(figures.api), median(figures.engine)].map((ms) => `${ms.toFixed(1)} ms`);
  const name = `balances, a page of ${pageSize}`.padEnd(44);
  console.log(
    `${name} ${statements.length} statements, ${apiMs}, SQL alone ${engineMs}, ${ratioOf(figures).toFixed(2)} ×`,
  );
}

/** Contracts with a month of rated days. */
async function fillContracts({ ownerScript }: TestApp, contracts: number): Promise<void> {
  await ownerScript(`
    insert into contract (id, sign_id, state, tags, name, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
      select 'ct-' || translate(lpad(n::text, 10, '0'), '0123456789', 'abcdefghij'), '20260901-' || n, 'Active', 'Contract ' || n, 'Contract ' || n, 'E', 'Buyer ' || n, 'saas', 'USD',
        '2026-09-01', timestamptz '2026-09-01' + n * interval '1 second' from generate_series(1, ${contracts}) n;
    insert into rated_day (contract_id, day, run_no, rows, quantity, amount, rated_through, rated_at, hour_starts, hour_amounts)
      select id, day::date, nextval('purchase_run_no'), 24, 24, 24, day + interval '1 day', day + interval '1 day',
        array(select day + hour * interval '1 hour' from generate_series(0, 23) hour), array_fill(1::numeric(38, 12), array[24])
      from contract, generate_series(timestamptz '2026-10-01', '2026-10-18', interval '1 day') as day;
    analyze`);
}

/** Rates a day of that many contracts again. */
async function rateAnotherDay({ ownerScript }: TestApp, contracts: number): Promise<void> {
  await ownerScript(`
    update rated_day set run_no = nextval('purchase_run_no'), rated_at = '2026-10-20T00:00:00Z'
    where day = '2026-10-18' and contract_id in (select id from contract order by created_at limit ${contracts})`);
}
