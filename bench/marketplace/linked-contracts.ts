import type { TestApp } from '../../apps/server/src/testing/test-app.ts';

export const product = 'prod-aws';
export const dimension = 'usage_cent';

export interface Linked {
  /** Eight digits in the account numbers that identify these contracts and buyers. */
  readonly series: number;
  readonly contracts: number;
  /** The first hour of the links. The later hours before the open one are closed and reported. */
  readonly linkedFrom: Date;
  readonly openHour: Date;
}

/** The account number of a contract's buyer at AWS. */
export const accountOf = (series: number, no: number): string => `${series}${String(no).padStart(8, '0')}`;

/** The amount of a contract's open hour, in cents. */
export const centsOf = (no: number): number => 1 + (no % 500);

/** Inserts linked contracts with all hours rated, as a server leaves them just before it closes the open hour. */
export async function plantLinked(app: TestApp, { series, contracts, linkedFrom, openHour }: Linked): Promise<void> {
  const [from, open] = [linkedFrom, openHour].map((at) => `timestamptz '${at.toISOString()}'`);
  await app.ownerScript(`
    set session_replication_role = replica;
    create temporary table planted as
      select no, 'ct-' || ${series} || '-' || no as id, 'mkl-' || ${series} || '-' || no as link,
        'msb-' || ${series} || '-' || no as subscription, ${series} || lpad(no::text, 8, '0') as account,
        (1 + no % 500)::numeric / 100 as amount
      from generate_series(1, ${contracts}) as no;
    insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
      select id, id, 'Active', 'Acme', 'E', 'Acme Ltd', 'saas', 'USD', ${from}, ${from} from planted;
    insert into marketplace_subscription (id, cloud_provider, product, account_id, identity, state, created_at)
      select subscription, 'aws', '${product}', account, 'aws/${product}/' || account || '/', 'subscribed', ${from} from planted;
    insert into marketplace_link (contract_id, id, subscription_id, cloud_provider, account_id, instance_id, from_hour, activated_at)
      select id, link, subscription, 'aws', account, '', ${from}, ${from} from planted;
    insert into marketplace_metering (contract_id, link_id, from_hour, meters_by, product, customer)
      select id, link, ${from}, 'product', '${product}', account from planted;
    insert into rated_day (contract_id, day, run_no, rows, quantity, amount, rated_through, rated_at, hour_starts, hour_amounts)
      select id, hour::date, nextval('purchase_run_no'), count(*), sum(amount), sum(amount), max(hour) + interval '1 hour', max(hour),
        array_agg(hour order by hour), array_agg(amount order by hour)
      from (select id, amount, hour at time zone 'UTC' as hour from planted, generate_series(${from}, ${open}, interval '1 hour') as hour)
        as used group by id, hour::date;
    insert into marketplace_hour (contract_id, link_id, id, hour, dimension, quantity, unit, cumulative, meters_by, meter_key, state,
        accepted, record_id, deadline, created_at, ended_at)
      select id, link, 'mhs-' || ${series} || '-' || planted.no || '-' || at, hour, '${dimension}', amount * 100, 0.01, amount * at,
        'product', 'aws/${product}/' || account, 'reported', amount * 100, 'planted', hour + interval '1 day', hour, hour
      from planted, generate_series(${from}, ${open} - interval '1 hour', interval '1 hour') with ordinality as closed (hour, at);
    insert into marketplace_meter (contract_id, link_id, first_hour, next_hour, due_at, pushed)
      select id, link, ${from}, ${open}, ${open} + interval '70 minutes', amount * (extract(epoch from ${open} - ${from}) / 3600)::int from planted;
    drop table planted;
    analyze`);
}
