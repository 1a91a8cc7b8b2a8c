import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'usance-arrows-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const features = 'apps/server/src/features';
/** A tree without faults. Each test adds one faulty file. */
const clean = {
  'packages/money/src/decimal.ts': 'export const one = 1;',
  'packages/api/src/call.ts': 'export interface Call {}',
  'apps/server/package.json': '{}',
  'apps/server/src/main.ts': `import './features/billing/bank/pay.ts'; import x from '../package.json' with { type: 'json' };`,
  'apps/server/src/platform/http/mount.ts': `import type { Call } from '@usance/api/call'; import 'fastify';`,
  [`${features}/contract/contract/contract.ts`]: `import { one } from '@usance/money/decimal'; export const contract = one;`,
  [`${features}/billing/bank/pay.ts`]: `import { contract } from '../../contract/contract/contract.ts'; export { contract };`,
  [`${features}/billing/bank/pay.test.ts`]: `import '../../../testing/builders.ts'; import './pay.ts';`,
  'apps/server/src/testing/builders.ts': `import '../main.ts';`,
  'apps/console/src/routes/home.tsx': `const page = import('../ui/page.tsx');`,
  'apps/console/src/ui/page.tsx': `import type { Call } from '@usance/api/call';`,
  'apps/console/src/routeTree.gen.ts': `import './nowhere';`,
};

function check(planted: Record<string, string> = {}) {
  for (const [file, text] of Object.entries({ ...clean, ...planted })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const script = join(import.meta.dirname, 'check-arrows.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the check of arrows', () => {
  it('passes a tree whose imports all follow the order, and prints the counts', () => {
    expect(check()).toEqual({ status: 0, stdout: '10 imports between 10 files: 0 problems\n', stderr: '' });
  });

  it.each([
    [
      'a group that imports one to its right',
      { [`${features}/contract/contract/late.ts`]: `import '../../billing/bank/pay.ts';` },
      'contract/contract/late.ts imports apps/server/src/features/billing/bank/pay.ts. The order in apps/server/src/features is: operation ← people ← contract',
    ],
    [
      'a platform that imports only a type of a feature',
      { 'apps/server/src/platform/a.ts': `import type { contract } from '../features/contract/contract/contract.ts';` },
      'An import runs against the order: apps/server/src/platform/a.ts imports',
    ],
    [
      'a type that is imported where it is used',
      {
        'apps/server/src/platform/a.ts': `export type C = typeof import('../features/contract/contract/contract.ts');`,
      },
      'An import runs against the order: apps/server/src/platform/a.ts imports',
    ],
    [
      'a page that ui re-exports from routes',
      { 'apps/console/src/ui/again.tsx': `export * from '../routes/home.tsx';` },
      'The order in apps/console/src is: i18n ← api ← ui ← features ← shell ← routes ← its own files.',
    ],
    [
      'a group without a place in the order',
      { [`${features}/weather/rain.ts`]: `import '../contract/contract/contract.ts';` },
      'apps/server/src/features/weather has no place in',
    ],
    [
      'two packages that import each other',
      { 'packages/api/src/sum.ts': `import { one } from '@usance/money/decimal';` },
      'An import runs against the order: packages/api/src/sum.ts imports packages/money/src/decimal.ts',
    ],
    [
      'a package that imports an app',
      { 'packages/api/src/people/app.ts': `import '@usance/server/main.ts';` },
      'A package must not import an app, but packages/api/src/people/app.ts imports apps/server/src/main.ts.',
    ],
    [
      'an app that imports the other, even in a test',
      { 'apps/console/src/ui/page.test.ts': `import '../../../server/src/main.ts';` },
      'An app must not import another app, but apps/console/src/ui/page.test.ts imports apps/server/src/main.ts.',
    ],
    [
      'a test helper in product code',
      { [`${features}/billing/bank/sly.ts`]: `import '../../../testing/builders.ts';` },
      'bank/sly.ts imports apps/server/src/testing/builders.ts, which is only for tests.',
    ],
    [
      'a mock of a missing file',
      { [`${features}/billing/bank/mock.test.ts`]: `vi.mock('./gone.ts', () => ({}));` },
      'bank/mock.test.ts imports ./gone.ts, which does not exist.',
    ],
  ])('refuses %s', (_, planted, sentence) => {
    const { status, stderr } = check(planted);
    expect(stderr).toContain(sentence);
    expect(status).toBe(1);
  });

  it('refuses a circle between folders whose files form none, and shows an import for each step', () => {
    const { status, stderr } = check({
      [`${features}/billing/bank/statement-of.ts`]: `import type { A } from '../statement/signing/sign.ts';`,
      [`${features}/billing/statement/signing/sign.ts`]: '',
      [`${features}/billing/statement/due.ts`]: `import '../deduction/plan.ts';`,
      [`${features}/billing/deduction/plan.ts`]: `import '../bank/pay.ts';`,
    });
    expect(stderr).toBe(`A circle between folders, seen from ${features}/billing:
  bank → statement: ${features}/billing/bank/statement-of.ts imports ${features}/billing/statement/signing/sign.ts
  statement → deduction: ${features}/billing/statement/due.ts imports ${features}/billing/deduction/plan.ts
  deduction → bank: ${features}/billing/deduction/plan.ts imports ${features}/billing/bank/pay.ts
  Move the code that they share to a folder of its own, which imports none of them.

`);
    expect(status).toBe(1);
  });

  it('refuses a folder of more than twenty files, and counts neither tests nor inner rooms', () => {
    const named = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [`${features}/money/${name}`, '']));
    const twenty = Array.from({ length: 20 }, (_, at) => `voucher/kept-${at}.ts`);
    const beside = ['voucher/kept.test.ts', 'voucher/kept.fixture.ts', 'voucher/rule/kept.ts'];
    expect(check(named([...twenty, ...beside])).status).toBe(0);
    const { status, stderr } = check(named(['voucher/void-voucher.ts']));
    expect(stderr).toContain(`${features}/money/voucher holds 21 files, more than 20`);
    expect(status).toBe(1);
  });

  const declared = {
    [`${features}/billing/statement/kept/statement.table.ts`]: `interface Database {\n    statement: { id: string };\n  }`,
    [`${features}/billing/statement/keep.ts`]: `tx.updateTable('statement'); tx.deleteFrom('statement')`,
    [`${features}/billing/bank/read.ts`]: `db.selectFrom('statement'); // to update the statement is not for us`,
    [`${features}/billing/bank/plant.test.ts`]: `tx.updateTable('statement')`,
    'apps/server/src/platform/http/calls/audit/audit.ts': `interface Database {\n    audit: { id: string };\n  } tx.insertInto('audit')`,
    'apps/server/src/platform/http/listen.ts': 'sql`delete from audit where at < now()`',
    'apps/server/src/platform/jobs/tidy.ts': 'sql`update jobs.statement set done = true`',
  };
  const hold = `${features}/billing/bank/hold.ts`;

  it('lets a room write its own tables, tests write any, and all files read', () => {
    expect(check(declared)).toMatchObject({ status: 0, stderr: '' });
  });

  /** Each key is the file that contains the statement. */
  const ways = {
    updates: `tx\n  .updateTable('statement')`,
    inserts: `tx.insertInto('statement')`,
    deletes: `tx.deleteFrom('statement')`,
    merges: `tx.mergeInto('statement as kept')`,
    replaces: `tx.replaceInto('statement')`,
    asks: `tx?.['updateTable']('statement')`,
    lists: `tx.deleteFrom(['other', 'statement as s'])`,
    qualifies: `tx.updateTable('public.statement' as never)`,
    wraps: `tx.updateTable(sql.table("statement"))`,
    chooses: `tx.updateTable(isPaid ? 'other' : 'statement')`,
    'sql/updates': 'sql`update statement s set frozen = 0`',
    'sql/lines': `sql\`update\n  statement\n  as s\n  set frozen = \${frozen}\``,
    'sql/only': 'sql`with held as (select 1) update only public . statement set frozen = 0`',
    'sql/quotes': 'sql`UPDATE "public"."statement" SET frozen = 0`',
    'sql/comments': 'sql`update /* all */ "statement" -- of them\n set frozen = 0`',
    'sql/wraps': `sql\`update \${sql.table("statement")} set frozen = 0\``,
    'sql/inserts': 'sql`insert\n into\n "statement" (id) values (1)`',
    'sql/deletes': 'sql`delete from only statement`',
    'sql/merges': 'sql`merge into statement using other on true when matched then delete`',
    'sql/empties': 'sql`truncate other, public.statement`',
    'sql/copies': "client.query('copy statement (id) from stdin')",
  };

  it.each([`${features}/billing/bank`, 'apps/server/src/platform/jobs', 'apps/server/src'])(
    'refuses each kind of write from %s',
    (folder) => {
      const planted = Object.entries(ways).map(([way, text]) => [`${folder}/${way}.ts`, text] as const);
      const { status, stderr } = check({ ...declared, ...Object.fromEntries(planted) });
      const refused = planted.map(
        ([file]) => `${file} writes the table statement, which only billing/statement may write.`,
      );
      expect(stderr.trimEnd().split('\n\n').sort()).toEqual(refused.sort());
      expect(status).toBe(1);
    },
  );

  it('refuses a feature that writes a table of the platform', () => {
    const { stderr } = check({ ...declared, [hold]: `tx.updateTable('audit')` });
    expect(stderr).toContain('hold.ts writes the table audit, which only platform/http may write.');
  });

  it.each([
    'clickhouse.insert("purchase", rows)',
    "clickhouse.insert('purchase (id, amount)', rows)",
    'ch.command(`INSERT INTO purchase (amount) SELECT 1`)',
    "ch.command('DELETE FROM purchase WHERE 1')",
    'ch.command(`ALTER TABLE purchase DELETE WHERE 1`)',
    "ch.command('ALTER TABLE purchase ON CLUSTER main UPDATE amount = 0 WHERE 1')",
    "ch.command('ALTER TABLE purchase DROP PARTITION 202610')",
    "ch.command('TRUNCATE TABLE purchase')",
  ])('refuses a write of another room to the usage database: %s', (text) => {
    const { stderr } = check({ ...declared, [hold]: text });
    expect(stderr).toContain('hold.ts writes the table purchase, which only metering/rating may write.');
    expect(check({ ...declared, [hold]: '', [`${features}/metering/rating/rate.ts`]: text }).status).toBe(0);
  });

  it('refuses a write whose statement does not name its table', () => {
    const { stderr } = check({ ...declared, [hold]: 'tx.updateTable(table)' });
    expect(stderr).toContain('hold.ts writes a table that the statement does not name.');
  });

  it('refuses a permission that is no longer used', () => {
    const sale = `${features}/sale/new-contract/insert-contract.ts`;
    expect(check({ ...declared, [sale]: `tx.updateTable('statement')` }).status).toBe(0);
    expect(check({ ...declared, [sale]: '' }).stderr).toContain(
      `${sale} is allowed to write tables of other rooms, but writes none.`,
    );
  });

  it('refuses a circle between files of one folder, except of types', () => {
    const one = `${features}/billing/bank/one.ts`;
    const two = `${features}/billing/bank/two.ts`;
    const circle = check({ [one]: `import './two.ts';`, [two]: `import './one.ts';` });
    expect(circle.stderr).toBe(`A circle between files:\n  ${one} imports ${two}\n  ${two} imports ${one}\n\n`);
    const types = check({ [one]: `import './two.ts';`, [two]: `import type { A } from './one.ts';` });
    expect(types.status).toBe(0);
  });
});
