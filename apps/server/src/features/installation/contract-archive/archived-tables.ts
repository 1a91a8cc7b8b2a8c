import { attachmentId, largestAttachment, originalFileName } from '@usance/api/attachment';
import { movementMemo } from '@usance/api/bank';
import { contractBillingVersionId } from '@usance/api/billing-version';
import { cloudProvider } from '@usance/api/cloud';
import { contractState } from '@usance/api/contract';
import { contractLifecycleId } from '@usance/api/contract-lifecycle';
import { creditLimitId } from '@usance/api/credit-limit';
import { datacloudId, datacloudName } from '@usance/api/datacloud';
import { discountId } from '@usance/api/discount';
import { dueDateId } from '@usance/api/due-date';
import { gracePeriodId } from '@usance/api/grace-period';
import { holdId } from '@usance/api/hold';
import { priceId, priceUnit } from '@usance/api/price';
import { offerItemId, privateOfferId } from '@usance/api/private-offer';
import { purchaseBlacklistId } from '@usance/api/purchase-blacklist';
import { socialId } from '@usance/api/social-id';
import { statementId } from '@usance/api/statement';
import { tieredRateId } from '@usance/api/tier';
import { voucherId } from '@usance/api/voucher';
import { exactText, lines, postingId } from '@usance/api/wire';
import * as z from 'zod/mini';

/** A table of which a contract's rows travel. */
export interface ArchivedTable {
  readonly table: string;
  /** The columns that put its rows in one order, wherever they are. */
  readonly by: readonly string[];
  /** Columns that do not travel in it: what the database makes itself, and what is secret or of people. */
  readonly without?: readonly string[];
  /** Its rows may be larger than memory, so they are read a value of this column at a time, the first of `by`. */
  readonly inParts?: string;
  /** It names a SKU, which has another id elsewhere: its place in the catalogue travels instead. */
  readonly ofSku?: true;
  /**
   * Each column has the bounds of the calls that write it: one row with other text would fail each list it is in.
   * Other columns are held by their type.
   */
  readonly tells?: Readonly<Record<string, z.ZodMiniType>>;
  /** As tells, where it is another column that says how strict they are. */
  readonly rows?: z.ZodMiniType;
}

/** The database reads this as a time when somebody asks what was paid for a month: it knows no year 0, and fewer zones. */
const statementStart = z.iso.datetime().check(z.regex(/^(?!0000)/));
/** A memo keeps a few texts under short names; replies know those of movementMemo. */
const memo = z.intersection(movementMemo, z.record(exactText(40), exactText(200, 0)));
const paid = z.object({ kind: z.enum(['deduct', 'sign']), memo: z.object({ statementStart }) });
const notPaid = z.object({
  kind: z.string().check(z.regex(/^(?!(deduct|sign)$)/)),
  memo: z.object({ statementStart: z.optional(statementStart) }),
});

const line = (max: number) => z.nullable(exactText(max, 0));
const reason = z.nullable(lines(500, 0));
const comment = z.nullable(lines(2_000, 0));
const party = { name: line(200), buyer_name: line(200), seller: line(200), bank_account: line(100), tags: line(100) };
const legalEntity = {
  enterprise_name: line(200),
  enterprise_social_id: z.nullable(socialId),
  enterprise_legal: line(100),
  contact_person: line(100),
  address: line(300),
  citizen_name: line(100),
  contact_phone: line(40),
  contact_email: line(254),
};
/** The console links to it. */
const webAddress = exactText(1_000).check(z.refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')));
const whereItRuns = { cloud: cloudProvider, region: line(64), region_id: line(64), region_url: webAddress };
const namesOfSku = { product: line(120), type: line(120), sub_type: line(120), billing_item: line(200) };
const metered = { region: line(64), consumption_unit: line(40), price_unit: line(60) };
const bank = {
  counterpart_account_name: line(200),
  counterpart_account_number: line(64),
  counterpart_account_opening_bank: line(200),
};

/** In the order in which the database's guards take them. */
export const archivedTables: readonly ArchivedTable[] = [
  { table: 'contract', by: ['id'], without: ['creator', 'brought_sign_id'], tells: party },
  { table: 'kyc_info', by: ['contract_id'], without: ['person_social_id', 'key_id'], tells: legalEntity },
  { table: 'contract_key', by: ['contract_id'], without: ['key_id', 'secret'] },
  { table: 'contract_billing_version', by: ['id'], tells: { id: contractBillingVersionId } },
  { table: 'due_date', by: ['id'], tells: { id: dueDateId } },
  { table: 'credit_limit', by: ['id'], tells: { id: creditLimitId, reason } },
  { table: 'grace_period', by: ['id'], tells: { id: gracePeriodId, reason } },
  // Before their offer: once it is there, nothing comes to it.
  { table: 'private_offer_item', by: ['offer_id', 'id'], ofSku: true, tells: { id: offerItemId } },
  { table: 'private_offer_tier', by: ['offer_id', 'tier_level'] },
  { table: 'attachment', by: ['id'], tells: { id: attachmentId, original_file_name: originalFileName } },
  {
    table: 'attachment_piece',
    by: ['attachment_id', 'piece_no'],
    inParts: 'attachment_id',
    // The database adds them all up for each of them.
    tells: { piece_no: z.int().check(z.lt(largestAttachment / (256 * 1024))) },
  },
  {
    table: 'private_offer',
    by: ['id'],
    // People are known by each installation's own tokens.
    without: ['creator', 'approver'],
    tells: { id: privateOfferId, comment, approval_comment: comment, response_comment: comment },
  },
  { table: 'discount', by: ['id'], tells: { id: discountId, reason } },
  { table: 'tiered_rate', by: ['id'], tells: { id: tieredRateId } },
  { table: 'tier', by: ['tiered_rate_id', 'tier_level'], without: ['tier_below'] },
  { table: 'price', by: ['id'], ofSku: true, tells: { id: priceId, price_unit: priceUnit } },
  { table: 'purchase_blacklist', by: ['id'], ofSku: true, tells: { id: purchaseBlacklistId, reason } },
  { table: 'datacloud', by: ['id'], tells: { id: datacloudId, name: datacloudName, ...whereItRuns } },
  { table: 'datacloud_former_contract', by: ['datacloud_id'], tells: { datacloud_id: datacloudId } },
  {
    table: 'contract_lifecycle',
    by: ['id'],
    tells: { id: contractLifecycleId, from_state: contractState, reason, refusal: line(500) },
  },
  { table: 'voucher', by: ['id'], without: ['init_voucher_id'], tells: { id: voucherId, reason } },
  { table: 'ledger_account', by: ['id'] },
  { table: 'posting', by: ['no'], tells: { id: postingId, memo }, rows: z.union([paid, notPaid]) },
  { table: 'entry', by: ['account', 'version'] },
  {
    table: 'cash_hold',
    by: ['id'],
    // People are known by each installation's own tokens. Without who has proposed it, a proposal is made anew.
    without: ['begun_by', 'proposed_by', 'proposed_at', 'proposed_code', 'proposed_reason', 'ended_by'],
    tells: { id: holdId, reason, end_reason: reason, ...bank },
  },
  { table: 'withdrawn_statement', by: ['id'] },
  { table: 'closed_month', by: ['month'] },
  {
    table: 'statement',
    by: ['month'],
    without: ['undeducted', 'deduct_state'],
    tells: { id: statementId, review_reason: line(500) },
  },
  { table: 'statement_line', by: ['statement_id', 'line_no'], tells: { ...namesOfSku, ...metered } },
  { table: 'waiting_month', by: ['month'] },
  { table: 'settlement', by: ['posting_id', 'account'], without: ['account'] },
  { table: 'account_episode', by: ['no'], tells: { reason } },
];

const stillUsage = 'usage and rated rows of months that are not signed stay; signed statements travel with their lines';
const ofPeople = 'is of people here: accounts are each installation’s own';
const madeAnew = 'is made anew where the contract comes to, of what travels';

/**
 * Tables with rows of contracts that do not travel, each with why.
 *
 * @internal for the test that holds them against the database
 */
export const leftOutTables: Readonly<Record<string, string>> = {
  account_period: madeAnew,
  account_told: madeAnew,
  balance_warning: 'is when the people of this installation want to be told',
  carried_month: 'says which months came with an archive',
  contract_role: 'travels by people’s e-mail',
  marketplace_adjustment: 'is of hours that this installation reports',
  marketplace_hour: 'is what this installation has reported',
  marketplace_share: 'says what a marketplace has accepted of this installation; signed statements say what of them',
  marketplace_meter: 'says how far this installation has reported',
  marketplace_link: 'is between this installation and a marketplace; its hours are to be reported before',
  marketplace_metering: 'says how this installation reports the hours of a link',
  next_to_sign: madeAnew,
  statement_to_prove: 'has rows inside transactions only',
  voucher_total: madeAnew,
  usage_batch: stillUsage,
  usage_day: stillUsage,
  usage_dirty_day: stillUsage,
  usage_to_count: stillUsage,
  rated_day: stillUsage,
  dead_run: stillUsage,
  audit: 'says who did what in this installation, by its own accounts and tokens',
  audit_change: 'is read by the audit’s rows, which stay',
  notification: ofPeople,
  notification_read: ofPeople,
  contract_blacklist: 'is what the people of this installation think of the contract',
  feature_gate: 'is which features are tried out in this installation',
  datacloud_order: 'is what this installation’s controllers are asked; it is to be done before',
};

export const fileOf = ({ table }: ArchivedTable): string => `${table}.jsonl`;

/** What travels beside the contract's own rows, and is not what the digest is of: it reads otherwise elsewhere. */
export const peopleFile = 'people.json';
export const secretsFile = 'secrets.json';
export const manifestFile = 'manifest.json';

export const ownFiles: readonly string[] = archivedTables.map(fileOf);
export const knownFiles: readonly string[] = [manifestFile, ...ownFiles, peopleFile, secretsFile];
