// npm run backup -- FILE · npm run restore -- FILE · npm run verify · npm run repair · npm run token: commands for an
// installation, with or without its server running.
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Config, dataDirOf, readConfig } from '#platform/config/config.ts';
import { assertOwnFolder } from '#platform/data-dir/assert-own-folder.ts';
import { assertUsageOfThisVersion } from '#platform/engines/open-engines.ts';
import { BadConfig, forOperator } from '#platform/failure/operator-error.ts';
import { openLog } from '#platform/log.ts';
import serverPackage from '../package.json' with { type: 'json' };
import { assertInstalled } from './assert-installed.ts';
import { backupInstallation } from './features/installation/backup/backup-installation.ts';
import { openBackup } from './features/installation/backup/open-backup.ts';
import { revivedAccess } from './features/installation/backup/revived-access.ts';
import { isDemoUnfinishedIn } from './features/installation/demo/demo-in-records.ts';
import { isDemoUnfinished } from './features/installation/demo/unfinished-demo.ts';
import { assertTogether } from './features/installation/epoch/epoch.ts';
import { repairInstallation } from './features/installation/repair/repair-installation.ts';
import { openInstallation } from './open-installation.ts';
import { restoreInto } from './restore-into.ts';
import { runTokenCommand } from './token-command.ts';
import { runVerifyCommand } from './verify-command.ts';

const commands = new Map([
  ['backup', backup],
  ['restore', restore],
  ['verify', verify],
  ['repair', repair],
  ['token', token],
]);
const log = openLog('warn');

process.umask(0o077);
const [command = '', ...args] = process.argv.slice(2);
try {
  const run = commands.get(command);
  if (!run) throw new BadConfig(`Name a command: ${[...commands.keys()].join(', ')}.`);
  assertOwnFolder(dataDirOf(process.env));
  if (command !== 'restore') assertInstalled(process.env);
  const isSound = await run(readConfig(process.env), args);
  process.exitCode = isSound ? 0 : 1;
} catch (error) {
  const unexpected = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${forOperator(error) ?? unexpected}\n`);
  process.exitCode = 1;
}

async function backup(config: Config, given: readonly string[]): Promise<boolean> {
  const file = fileOf(given);
  if (existsSync(file)) throw new BadConfig(`${file} already exists: name another file.`);
  if (!statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory())
    throw new BadConfig(`There is no folder ${dirname(file)}: create it, or name a file in another.`);
  assertNothingUnfinished(config);
  const { ownerUrl, deps, close } = await openInstallation(config, log);
  try {
    if (await isDemoUnfinishedIn(deps.db))
      throw new BadConfig(
        'The demonstration in this PostgreSQL database is incomplete: start the server, which says how to go on, and then back up.',
      );
    await assertUsageOfThisVersion(deps.clickhouse);
    await assertTogether(deps);
    const { clickhouse, clock } = deps;
    const source = { ownerUrl, clickhouse, version: serverPackage.version, now: clock.now(), tell: say };
    await backupInstallation(source, file);
  } finally {
    await close();
  }
  say(`The installation is backed up in ${file}.`);
  return true;
}

/** Half a demonstration must not be backed up: the next start discards it, with anything added to it. */
function assertNothingUnfinished({ databaseUrl, clickhouseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && clickhouseUrl === undefined && isDemoUnfinished(dataDir))
    throw new BadConfig(`The demonstration in ${dataDir} is not finished: try again when the server is ready.`);
}

async function restore(config: Config, given: readonly string[]): Promise<boolean> {
  const file = fileOf(given);
  // A misspelt name must leave the databases unchanged.
  if (!existsSync(file)) throw new BadConfig(`There is no file ${file}.`);
  const { madeAt } = await restoreInto(config, () => openBackup(file), log, say);
  const closing = await finishRestored(config);
  say(`Restored the state of ${madeAt}. Checking it now.`);
  const isSound = await verify(config);
  for (const line of closing) say(line);
  return isSound;
}

/** Returns the closing lines for the operator. */
async function finishRestored(config: Config): Promise<string[]> {
  const { deps, close } = await openInstallation(config, log);
  try {
    return await revivedAccess(deps);
  } finally {
    await close();
  }
}

async function verify(config: Config, given: readonly string[] = []): Promise<boolean> {
  if (given.length > 0) throw new BadConfig('verify takes no arguments.');
  const { deps, close } = await openInstallation(config, log);
  return runVerifyCommand(deps, say).finally(close);
}

async function repair(config: Config, given: readonly string[]): Promise<boolean> {
  if (given.length > 0) throw new BadConfig('repair takes no arguments.');
  const { deps, close } = await openInstallation(config, log);
  let [made, left] = [0, 0];
  try {
    await assertUsageOfThisVersion(deps.clickhouse);
    for await (const { what, problems } of repairInstallation(deps)) {
      say(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${what}`);
      for (const problem of problems) say(`     ${problem}`);
      if (problems.length === 0) made += 1;
      else left += 1;
    }
  } finally {
    await close();
  }
  if (made + left === 0) say('Nothing was missing.');
  if (left > 0) say(`${left} of ${made + left} could not be repaired.`);
  return left === 0;
}

async function token(config: Config, given: readonly string[]): Promise<boolean> {
  assertNothingUnfinished(config);
  const { deps, close } = await openInstallation(config, log);
  try {
    for (const line of await runTokenCommand(deps, given)) say(line);
  } finally {
    await close();
  }
  return true;
}

/** npm runs scripts in the checkout's root; INIT_CWD has the user's own folder. */
function fileOf([file, ...more]: readonly string[]): string {
  if (file === undefined || more.length > 0 || file.startsWith('-')) throw new BadConfig('Name one file.');
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
