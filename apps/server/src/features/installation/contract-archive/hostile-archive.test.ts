import { contractArchives } from '@usance/api/installation/contract-archive';
import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { mostGrants } from '../../contract/role/contract-role.ts';
import { version } from '../../metering/price/price.fixture.ts';
import { coreHour } from '../../metering/sku/sku.fixture.ts';
import {
  archivedFiles,
  archiveOf,
  changedArchive,
  contractToMove,
  exported,
  movingDay,
  resummed,
} from './contract-archive.fixture.ts';

let from: TestApp;
let to: TestApp;
let tar = '';

const onSale = async (app: TestApp) =>
  (await internalCaller(app).call(skus.create, { body: { items: [coreHour('r5.large')] } })).items[0]?.id ?? '';

beforeAll(async () => {
  from = await startTestApp({ now: movingDay });
  to = await startTestApp({ now: movingDay });
  const { id } = await contractToMove(from);
  const agreed = { contractId: id, effectiveFrom: '2026-10-01T00:00:00Z' };
  await internalCaller(from).call(prices.create, { body: { items: [version(await onSale(from), agreed)] } });
  await onSale(to);
  tar = await exported(from, id);
});
afterAll(async () => {
  await from.close();
  await to.close();
});

const refused = (body: string) => internalCaller(to).refusal(contractArchives.import, { body });
const rowsThere = async () =>
  (await to.deps.db.selectFrom('contract').selectAll().execute()).length +
  (await to.deps.db.selectFrom('posting').selectAll().execute()).length;
const changed = (change: (name: string, text: string) => string, manifest?: object) =>
  changedArchive(tar, change, manifest);
const inFile = (file: string, before: RegExp | string, after: string | ((found: string) => string)) =>
  changed((name, text) => {
    if (name !== file) return text;
    return typeof after === 'string' ? text.replace(before, after) : text.replace(before, after);
  });

describe('an archive is refused without a trace', () => {
  const cases: readonly (readonly [string, () => string | Promise<string>, string])[] = [
    ['that is cut off', () => tar.slice(0, -700), 'archive'],
    ['that says a file of 8 GB', () => bytes(124, '77777777777'), 'Truncated'],
    ['whose size is no number', () => bytes(124, 'x'.repeat(11)), 'checksum'],
    ['whose size is below zero', () => bytes(124, '-0000000777'), 'checksum'],
    ['of a symbolic link', () => bytes(156, '2etc\0'), 'not a plain file'],
    ['of a hard link', () => bytes(156, '1etc\0'), 'not a plain file'],
    ['of a device', () => bytes(156, '3'), 'not a plain file'],
    ['of a directory', () => bytes(156, '5'), 'checksum'],
    ['of a pipe', () => bytes(156, '6'), 'not a plain file'],
    ['of a sparse file', () => bytes(156, 'S'), 'not a plain file'],
    ['with a file that is said to be a header of pax', () => bytes(156, 'x'), 'names other files'],
    ['with a file that is said to be a long name', () => bytes(156, 'L'), 'not one of ours'],
    ['of a path outside of the archive', () => bytes(0, '../../etc/passwd\0'), 'not one of ours'],
    ['of an absolute path', () => bytes(0, '/etc/passwd\0'), 'not one of ours'],
    ['of a path by prefix', () => bytes(345, '/etc'), 'not one of ours'],
    ['whose header has another checksum', () => bytes(148, '000001'), 'checksum'],
    ['with a file twice', () => tar.slice(0, -1024) + archiveOf([['people.json', Buffer.from('')]]), 'twice'],
    ['that is not an archive', () => 'GIF89a', 'Unrecognized'],
    ['that is compressed', () => '\u001f', 'compressed'],
    ['that is empty', () => '', 'Unrecognized'],
    ['of another format', () => changed((_, text) => text, { format: 'usance-contract-2' }), 'manifest.json'],
    ['with another digest', () => changed((_, text) => text, { digest: '0'.repeat(64) }), 'digest'],
    ['of another contract', () => changed((_, text) => text, { contractId: 'ct-aaaaaaaa' }), 'another contract'],
    ['with rows of another contract', () => inFile('posting.jsonl', /ct-\w+/, 'ct-aaaaaaaa'), 'another contract'],
    ['with a statement in another currency', () => inFile('statement.jsonl', '"USD"', '"CNY"'), 'another currency'],
    [
      'with a posting that does not balance',
      () => inFile('entry.jsonl', '"amount": 5.00000000', '"amount": 6.00000000'),
      'inconsistent',
    ],
    [
      'with a different balance',
      () => inFile('ledger_account.jsonl', /"balance": -?[\d.]+/, '"balance": 99.00000000'),
      'another digest',
    ],
    [
      'with a statement that owes less',
      () => inFile('statement.jsonl', /"cash_deducted": [\d.]+/, '"cash_deducted": 0.50000000'),
      'inconsistent',
    ],
    ['with a missing line', () => inFile('statement_line.jsonl', /^.*\n/, ''), 'signed'],
    ['with a line that says another amount', () => inFile('statement_line.jsonl', 'us-east-1', 'us-west-1'), 'signed'],
    ['with an unknown column', () => inFile('contract.jsonl', '{', '{"is_admin": true, '), 'other columns'],
    ['with a data cloud of an invalid id', () => inFile('datacloud.jsonl', '"id": "dc-', '"id": "x-'), 'datacloud'],
    ['with a data cloud of no cloud', () => inFile('datacloud.jsonl', '"cloud": "aws"', '"cloud": "sky"'), 'datacloud'],
    ['with a step of an invalid id', () => inFile('contract_lifecycle.jsonl', '"id": "lc-', '"id": "x-'), 'lifecycle'],
    ['with a step from no state', () => inFile('contract_lifecycle.jsonl', '"Active"', '"Nowhere"'), 'lifecycle'],
    ['with a due date of an invalid id', () => inFile('due_date.jsonl', '"id": "due-', '"id": "x-'), 'due_date'],
    [
      'with a due date agreed on at infinity',
      () => inFile('due_date.jsonl', /("created_at": )"[^"]+"/, '$1"infinity"'),
      'due_date',
    ],
    [
      'with a data cloud of an impossible year',
      () => inFile('datacloud.jsonl', /("created_at": )"[^"]+"/, '$1"20000-01-01T00:00:00+00:00"'),
      'datacloud',
    ],
    [
      'of a contract that begins before all calendars',
      () => inFile('contract.jsonl', /("commencing_on": )"[^"]+"/, '$1"0044-03-15T00:00:00+00:00 BC"'),
      'commencing_on',
    ],
    [
      'with a role granted at infinity',
      () => inFile('people.json', /("granted_at": )"[^"]+"/, '$1"infinity"'),
      'people.json',
    ],
    ['with a price that is no number', () => inFile('price.jsonl', /("unit_price": )[\d.]+/, '$1"NaN"'), 'unit_price'],
    [
      'with an amount that replies cannot hold',
      () => inFile('ledger_account.jsonl', /("balance": )-?\d+/, `$1${'9'.repeat(27)}`),
      'balance',
    ],
    [
      'of an account breached too late for its days to be counted',
      async () => inFile('account_episode.jsonl', /$/, `${await episode('9999-12-31T00:00:00+00:00')}\n`),
      't0',
    ],
    [
      'with the price of a SKU that is not in the catalogue, by its name',
      () => inFile('price.jsonl', 'r5.large', 'r9.large'),
      'r9.large',
    ],
    ['with a price per nothing', () => inFile('price.jsonl', '"core-hour"', '""'), 'price'],
    ['with a line of no amount', () => inFile('statement_line.jsonl', /("zhekou": )[\d.]+/, '$1"NaN"'), 'zhekou'],
    [
      'with a posting that names its statement by a number',
      () => inFile('posting.jsonl', '"memo": {}', '"memo": {"statementID": 5}'),
      'posting',
    ],
    [
      'with a deduction time in an unknown zone',
      () => inFile('posting.jsonl', /("statementStart": "[^"]+)Z"/, '$1+16:00"'),
      'posting',
    ],
    [
      'with a deduction of an impossible year',
      () => inFile('posting.jsonl', /("statementStart": ")\d{4}/, '$10000'),
      'posting',
    ],
    [
      'with a deduction without its statement',
      () => inFile('posting.jsonl', /("kind": "deduct".*"memo": )\{[^}]*\}/, '$1{}'),
      'posting',
    ],
    ['with postings of invalid ids', () => changed((_, text) => text.replaceAll('"pst-', '"x-')), 'posting'],
    ['with a role that there is not', () => inFile('people.json', '"admin"', '"root"'), 'people.json'],
    [
      'with a person without an e-mail',
      () => inFile('people.json', /"email": "[^"]*"/, '"email": "a\u202e"'),
      'people.json',
    ],
    [
      'with more roles than a contract may have',
      () => inFile('people.json', /^.*\n/, (line) => line.repeat(mostGrants + 2)),
      'people.json has more than 1000 roles',
    ],
    [
      'with too long a piece of a file',
      () => inFile('attachment_piece.jsonl', /$/, `"${'0'.repeat(2 ** 20)}"\n`),
      'longer than',
    ],
    [
      'with too many pieces of a file',
      async () => inFile('attachment_piece.jsonl', /$/, `${await piece(80)}\n`),
      'attachment_piece.jsonl has an invalid piece_no',
    ],
    ['without a contract', () => inFile('contract.jsonl', /^.*\n/, ''), 'one contract'],
    [
      'with a key of another size',
      () => inFile('contract_key.jsonl', /"\\\\x[0-9a-f]+"/, '"\\\\\\\\x00"'),
      'inconsistent',
    ],
  ];
  const contractId = async (): Promise<string> =>
    JSON.parse((await archivedFiles(tar)).get('contract.jsonl')?.toString() ?? '{}').id;
  const piece = async (no: number) =>
    JSON.stringify({ contract_id: await contractId(), attachment_id: 'att-aaaaaaaa', piece_no: no, content: '\\x00' });
  const episode = async (t0: string) =>
    JSON.stringify({
      contract_id: await contractId(),
      ...{ no: 1, cause: 'overdue', t0, opened_at: t0, stopped_at: null, stopped_ms: 0 },
      ...{ ended_at: null, ended_how: null, reason: null, resumed_at: null },
    });
  const bytes = async (at: number, text: string) => {
    // The second header, of the first file after the manifest.
    const copy = Buffer.from(tar);
    const manifest = (await archivedFiles(tar)).get('manifest.json')?.length ?? 0;
    const header = copy.subarray(512 + Math.ceil(manifest / 512) * 512).subarray(0, 512);
    header.write(text, at, 'latin1');
    if (at !== 148) resummed(header);
    return copy.toString();
  };

  it.each(cases)('%s', async (_, body, why) => {
    const before = await rowsThere();
    const refusal = await refused(await body());
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER', message: expect.stringContaining(why) });
    expect(await rowsThere()).toBe(before);
  });
});
