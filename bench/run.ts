import { benchAccounts } from './accounts/accounts.ts';
import { benchDeposits } from './accounts/deposits.ts';
import { benchFocus } from './focus.ts';
import { benchForecast } from './forecast/forecast.ts';
import { benchHotPaths } from './hot-paths.ts';
import { benchIngest } from './ingest/ingest.ts';
import { benchMeters } from './ingest/meters.ts';
import { benchLists } from './lists/lists.ts';
import { benchLoginStorm } from './login-storm/login-storm.ts';
import { benchClosing } from './many-contracts/closing.ts';
import { benchGrowth } from './many-contracts/growth.ts';
import { benchRatingGroups } from './many-contracts/rating.ts';
import { benchMarketplace } from './marketplace/marketplace.ts';
import { benchOffer } from './offer.ts';
import { benchOverload } from './overload/overload.ts';
import { benchRivals } from './rivals/rivals.ts';
import { benchServers } from './servers/servers.ts';

/**
 * The benches and their arguments, for `npm run bench -- ARGUMENTS`:
 * - `[rows] [rounds]`: the hot paths, against the engine alone.
 * - `overload [clients] [seconds]`: more clients than the server can serve.
 * - `login-storm [machines] [seconds]`: requests of signed-in clients during a storm of wrong passwords.
 * - `offer [rows a month] [rounds]`: the comparison of six months under an offer, against reading them.
 * - `focus [rows] [rounds]`: the export of a month as FOCUS, against the engine's CSV of the same columns.
 * - `forecast [FOCUS files …]`: the forecast of a month, back-tested on the demonstration and on real bills.
 * - `lists [contracts] [data clouds] [rounds]`: lists of both, against their SQL alone.
 * - `ingest [rounds] [rows a report …]`: the ingestion of usage, against the engine's insert alone.
 * - `meters [meters] [seconds]`: meters that each send 20 rows a minute; the CPU time of the server and both engines.
 * - `accounts [contracts]`: checking the accounts of contracts whose usage was rated, and the list of their balances.
 * - `deposits [rounds]`: deposits over HTTP, against transactions like those of TPC-B.
 * - `rating [contracts]`: a round of rating, with a new day in each contract.
 * - `closing [contracts] [rows]`: the signing of a month of each contract, after its days were rated.
 * - `rivals [rows] [rounds]`: rating and sums of a month, against DuckDB and PostgreSQL on the same rows.
 * - `growth [contracts]`: what a month of a contract adds to PostgreSQL.
 * - `servers [rounds]`: two server processes on the same databases, against one.
 * - `marketplace [contracts]`: the metering of an hour of linked contracts, against the calls alone.
 */
const [first, ...others] = process.argv.slice(2);
if (first === 'overload') await benchOverload(Number(others[0] ?? 200), Number(others[1] ?? 20));
else if (first === 'lists')
  await benchLists(
    { contracts: Number(others[0] ?? 100_000), dataclouds: Number(others[1] ?? 1_000_000) },
    Number(others[2] ?? 100),
  );
else if (first === 'accounts') await benchAccounts(Number(others[0] ?? 10_000));
else if (first === 'deposits') await benchDeposits(Number(others[0] ?? 3));
else if (first === 'marketplace') await benchMarketplace(Number(others[0] ?? 10_000));
else if (first === 'growth') await benchGrowth(Number(others[0] ?? 500));
else if (first === 'servers') await benchServers(Number(others[0] ?? 5));
else if (first === 'rating') await benchRatingGroups(Number(others[0] ?? 10_000));
else if (first === 'closing') await benchClosing(Number(others[0] ?? 1_000), Number(others[1] ?? 10_000));
else if (first === 'rivals') await benchRivals(Number(others[0] ?? 3_000_000), Number(others[1] ?? 5));
else if (first === 'meters') await benchMeters(Number(others[0] ?? 1_000), Number(others[1] ?? 120));
else if (first === 'ingest')
  await benchIngest(others.length > 1 ? others.slice(1).map(Number) : [20_000, 100_000], Number(others[0] ?? 5));
else if (first === 'offer') await benchOffer(Number(others[0] ?? 1_000_000), Number(others[1] ?? 3));
else if (first === 'focus') await benchFocus(Number(others[0] ?? 1_000_000), Number(others[1] ?? 3));
else if (first === 'forecast') await benchForecast(others);
else if (first === 'login-storm') await benchLoginStorm(Number(others[0] ?? 50), Number(others[1] ?? 15));
else await benchHotPaths(Number(first ?? 10_000_000), Number(others[0] ?? 5));
