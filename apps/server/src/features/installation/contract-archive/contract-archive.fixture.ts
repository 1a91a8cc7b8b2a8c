import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { dataclouds } from '@usance/api/contract/datacloud';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { contractArchives } from '@usance/api/installation/contract-archive';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { costing, runAt, signed } from '../../billing/statement/statement.fixture.ts';
import { setDiscount } from '../../metering/discount/set-discount.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { knownFiles } from './archived-tables.ts';
import { digestOf, fileSumOf } from './manifest.ts';
import { readTar, tarEnd, tarHeaderOf, tarPaddingOf } from './tar.ts';

/** The time of an installation that exports or imports a contract. */
export const movingDay = '2026-10-20T00:00:00Z';

/** A contract with rows in most of the archived tables, and its admin. */
export async function contractToMove(app: TestApp) {
  const { id } = await contract(app, { buyerType: 'P', buyerName: '韩梅梅', dueDays: 9 });
  const admin = await member(app, id, 'admin');
  const body = {
    buyerType: 'P',
    citizenName: '韩梅梅',
    citizenSocialId: '11010519491231002X',
    address: '1 Harbour Road',
    contactPhone: '13800138000',
    contactEmail: 'han@example.com',
  } as const;
  await internalCaller(app).call(kycInfos.update, { params: { id }, body });
  await app.deps.db
    .transaction()
    .execute((tx) => setDiscount({ tx }, { contractId: id, rate: '0.92', from: new Date(movingDay) }));
  await signed(app, { contractId: id, month: '2026-08', lines: [costing('-3.005')], at: '2026-09-02T09:00:00Z' });
  await signed(app, { contractId: id, month: '2026-09', lines: [costing('7.5'), costing('0.125')] });
  await deposited(app, id, '5');
  await runAt(app, movingDay);
  const made = { contractId: id, name: 'of_archive', regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  await admin.call(dataclouds.create, { body: made });
  const planned = { contractId: id, state: 'End', reason: 'as agreed', effectiveAt: '2026-12-01T00:00:00Z' } as const;
  await internalCaller(app).call(contractLifecycles.create, { body: planned });
  return { id, admin };
}

export const exported = (app: TestApp, id: string) =>
  internalCaller(app).call(contractArchives.export, { params: { id }, query: { leaveUsage: false } });

export async function archivedFiles(tar: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const { name, content } of readTar(sent(tar), knownFiles)) {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    files.set(name, Buffer.concat(parts));
  }
  return files;
}

async function* sent(text: string) {
  yield Buffer.from(text);
}

/** An archive of the given files, unchanged. */
export function archiveOf(files: Iterable<readonly [string, Buffer]>): string {
  const parts = [...files].flatMap(([name, content]) => [
    tarHeaderOf(name, content.length),
    content,
    tarPaddingOf(content.length),
  ]);
  return Buffer.concat([...parts, tarEnd]).toString();
}

/** An archive with changed files and a matching manifest. */
export async function changedArchive(
  tar: string,
  change: (name: string, text: string) => string,
  manifest: object = {},
): Promise<string> {
  const files = await archivedFiles(tar);
  const said = JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
  for (const [name, content] of files) {
    if (name === 'manifest.json') continue;
    const next = Buffer.from(change(name, content.toString()));
    files.set(name, next);
    said.files[name] = fileSumOf(next);
  }
  said.digest = digestOf(new Map(Object.entries(said.files)));
  files.set('manifest.json', Buffer.from(JSON.stringify({ ...said, ...manifest })));
  return archiveOf(files);
}

/** A header with the checksum of its bytes. */
export function resummed(header: Buffer): Buffer {
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return header;
}
