/** A table of which a contract's rows travel. */
export interface ArchivedTable {
  readonly table: string;
  /** The columns that put its rows in one order, wherever they are. */
  readonly by: readonly string[];
  /** Columns that do not travel in it: what the database makes itself, and what is secret or of people. */
  readonly without?: readonly string[];
  /** It names a SKU, which has another id elsewhere: its place in the catalogue travels instead. */
  readonly ofSku?: true;
}

/** In the order in which the database's guards take them. */
export const archivedTables: readonly ArchivedTable[] = [
  { table: 'contract', by: ['id'], without: ['creator'] },
  { table: 'kyc_info', by: ['contract_id'], without: ['person_social_id', 'key_id'] },
  { table: 'contract_key', by: ['contract_id'], without: ['key_id', 'secret'] },
  { table: 'contract_billing_version', by: ['id'] },
  { table: 'due_date', by: ['id'] },
  { table: 'discount', by: ['id'] },
  { table: 'tiered_rate', by: ['id'] },
  { table: 'tier', by: ['tiered_rate_id', 'tier_level'], without: ['tier_below'] },
  { table: 'price', by: ['id'], ofSku: true },
  { table: 'purchase_blacklist', by: ['id'], ofSku: true },
  { table: 'datacloud', by: ['id'] },
  { table: 'contract_lifecycle', by: ['id'] },
  { table: 'ledger_account', by: ['id'] },
  { table: 'posting', by: ['no'] },
  { table: 'entry', by: ['account', 'version'] },
  { table: 'withdrawn_statement', by: ['id'] },
  { table: 'closed_month', by: ['month'] },
  { table: 'statement', by: ['month'], without: ['undeducted', 'deduct_state'] },
  { table: 'statement_line', by: ['statement_id', 'line_no'] },
  { table: 'waiting_month', by: ['month'] },
  { table: 'settlement', by: ['posting_id', 'account'], without: ['account'] },
  { table: 'account_episode', by: ['no'] },
];

export const fileOf = ({ table }: ArchivedTable): string => `${table}.jsonl`;

/** What travels beside the contract's own rows, and is not what the digest is of: it reads otherwise elsewhere. */
export const peopleFile = 'people.json';
export const secretsFile = 'secrets.json';
export const manifestFile = 'manifest.json';

export const ownFiles: readonly string[] = archivedTables.map(fileOf);
export const knownFiles: readonly string[] = [manifestFile, ...ownFiles, peopleFile, secretsFile];
