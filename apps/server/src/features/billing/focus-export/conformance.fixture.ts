import { readFileSync } from 'node:fs';
import { compare, isNegative, multiply } from '@usance/money/decimal';
import * as z from 'zod/mini';
import { isCurrency, isInstant, isKeyValue, isNumeric, isUnit } from './focus-formats.fixture.ts';
import type { Csv, CsvRow } from './parse-csv.fixture.ts';

const check = z.looseObject({ CheckFunction: z.string() });
type Check = z.output<typeof check>;
const itemsRead = new WeakMap<Check, Check[]>();
const ruleLine = z.object({
  id: z.string(),
  function: z.string(),
  reference: z.string(),
  type: z.enum(['Static', 'Dynamic']),
  keyword: z.string(),
  text: z.string(),
  criteria: z.optional(z.array(z.string())),
  condition: z.optional(z.unknown()),
  requirement: z.optional(z.unknown()),
});
/** A rule with its checks read once, since each row asks them. */
type Rule = z.output<typeof ruleLine> & { readonly when: Check | undefined; readonly wants: Check | undefined };

const lines = readFileSync(new URL('./rules/conformance-1.2.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const rules = new Map(
  lines.map((line): [string, Rule] => {
    const rule = ruleLine.parse(JSON.parse(line));
    return [rule.id, { ...rule, when: checkIn(rule.condition), wants: checkIn(rule.requirement) }];
  }),
);
const referenced = new Set(
  lines.flatMap((line) => [...line.matchAll(/"ModelRuleId": "([^"]+)"/g)].map(([, id]) => id)),
);
const roots = [...rules.values()].filter(({ id }) => !referenced.has(id));

/** The features of a provider that we do not have. */
const unsupported: ReadonlySet<string> = new Set([
  'AVAILABILITY_ZONE_SUPPORTED',
  'CAPACITY_RESERVATION_SUPPORTED',
  'COMMITMENT_DISCOUNT_SUPPORTED',
  'TAGGING_SUPPORTED',
]);

export interface Conformance {
  /** The rules that were applied to at least one row, or to the columns. */
  readonly applied: ReadonlySet<string>;
  /** The broken rules with the first row that breaks each. */
  readonly broken: ReadonlyMap<string, { readonly text: string; readonly row: CsvRow | undefined }>;
}

/** Applies the public rules of Cost and Usage 1.2 to a file; rules for people and those of `without` are left out. */
export function conformanceOf(csv: Csv, without: ReadonlySet<string> = new Set()): Conformance {
  const judge = new Judge(csv, without);
  for (const row of csv.rows) for (const rule of roots) judge.apply(rule, row);
  return judge;
}

/** The number of rules by what became of them. */
export const ruleCount = rules.size;
export const rulesForPeople = [...rules.values()].filter(({ type }) => type === 'Dynamic').length;

class Judge implements Conformance {
  readonly applied = new Set<string>();
  readonly broken = new Map<string, { text: string; row: CsvRow | undefined }>();
  readonly #columns: ReadonlySet<string>;
  readonly #csv: Csv;
  readonly #without: ReadonlySet<string>;
  readonly #distinct = new Map<string, ReadonlyMap<string | null, number>>();

  constructor(csv: Csv, without: ReadonlySet<string>) {
    this.#csv = csv;
    this.#columns = new Set(csv.columns);
    this.#without = without;
  }

  /** Applies a rule with those below it, and keeps what is broken. */
  apply(rule: Rule, row: CsvRow): void {
    for (const id of this.#brokenBy(rule, row))
      if (!this.broken.has(id)) this.broken.set(id, { text: rules.get(id)?.text ?? '', row });
  }

  /** The ids of the innermost rules that a row breaks. A file may do without what MAY is said of. */
  #brokenBy(rule: Rule, row: CsvRow): string[] {
    if (rule.type === 'Dynamic' || rule.keyword === 'MAY' || this.#without.has(rule.id)) return [];
    if (rule.criteria?.some((each) => unsupported.has(each))) return [];
    const { when, wants } = rule;
    if (wants === undefined || (when && !this.#holds(when, row))) return [];
    this.applied.add(rule.id);
    const broken = this.#parts(wants, row);
    return broken.includes(itself) ? [rule.id] : broken;
  }

  /** The ids of the rules broken below a requirement; `itself` for the requirement's own. */
  #parts(requirement: Check, row: CsvRow): string[] {
    const { CheckFunction } = requirement;
    if (CheckFunction === 'CheckModelRule') {
      const rule = rules.get(textIn(requirement, 'ModelRuleId'));
      return rule === undefined ? [] : this.#brokenBy(rule, row);
    }
    if (CheckFunction === 'AND') return itemsOf(requirement).flatMap((item) => this.#parts(item, row));
    if (CheckFunction === 'OR')
      return itemsOf(requirement).some((item) => this.#parts(item, row).length === 0) ? [] : [itself];
    return this.#holds(requirement, row) ? [] : [itself];
  }

  #holds(asked: Check, row: CsvRow): boolean {
    // Two conditions call the column by another name.
    const column = 'CheckCondition' in asked ? 'CheckCondition' : 'ColumnName';
    const cell = (name = column) => row[textIn(asked, name)] ?? null;
    const is = (fits: (value: string) => boolean) => {
      const value = cell();
      return value === null || fits(value);
    };
    switch (asked.CheckFunction) {
      case 'AND':
        return itemsOf(asked).every((item) => this.#holds(item, row));
      case 'OR':
        return itemsOf(asked).some((item) => this.#holds(item, row));
      case 'ColumnPresent':
        return this.#columns.has(textIn(asked, 'ColumnName'));
      case 'CheckValue':
        return isSame(cell(), asked['Value']);
      case 'CheckNotValue':
        return !isSame(cell(), asked['Value']);
      case 'CheckSameValue':
        return cell('ColumnAName') === cell('ColumnBName');
      case 'CheckNotSameValue':
        return cell('ColumnAName') !== cell('ColumnBName');
      case 'CheckGreaterOrEqualThanValue':
        return is((value) => !isNegative(value));
      case 'ColumnByColumnEqualsColumnValue':
        return isProduct(cell('ColumnAName'), cell('ColumnBName'), cell('ResultColumnName'));
      case 'CheckDistinctCount':
        return (
          this.#distinctOf(textIn(asked, 'ColumnAName'), textIn(asked, 'ColumnBName')).get(cell('ColumnAName')) === 1
        );
      case 'CheckDecimalValue':
      case 'TypeDecimal':
      case 'FormatNumeric':
        return is(isNumeric);
      case 'TypeDateTime':
      case 'FormatDateTime':
        return is(isInstant);
      case 'FormatUnit':
        return is(isUnit);
      case 'FormatKeyValue':
        return is(isKeyValue);
      case 'FormatCurrency':
      case 'CheckNationalCurrency':
        return is(isCurrency);
      case 'TypeString':
      case 'FormatString':
        // A null is not a text, and must not be written as one.
        return cell() !== '';
      default:
        throw new Error(`No check ${asked.CheckFunction} is known.`);
    }
  }

  #distinctOf(group: string, counted: string): ReadonlyMap<string | null, number> {
    const key = `${group} ${counted}`;
    const known = this.#distinct.get(key);
    if (known) return known;
    const groups = Map.groupBy(this.#csv.rows, (row) => row[group] ?? null);
    const counts = new Map([...groups].map(([value, rows]) => [value, new Set(rows.map((row) => row[counted])).size]));
    this.#distinct.set(key, counts);
    return counts;
  }
}

const itself = 'itself';

/** Returns the check of a condition or a requirement; undefined if there is none. One condition is `{"AND": […]}`. */
function checkIn(value: unknown): Check | undefined {
  const { AND, ...others } = z.looseObject({}).parse(value ?? {});
  if (AND !== undefined) return { CheckFunction: 'AND', Items: AND };
  return Object.keys(others).length === 0 ? undefined : check.parse(others);
}

function itemsOf(asked: Check): Check[] {
  const known = itemsRead.get(asked);
  if (known) return known;
  const items = z.array(check).parse(asked['Items']);
  itemsRead.set(asked, items);
  return items;
}

function textIn(asked: Check, name: string): string {
  const text = asked[name];
  if (typeof text !== 'string') throw new Error(`${asked.CheckFunction} has no ${name}`);
  return text;
}

function isSame(cell: string | null, value: unknown): boolean {
  if (typeof value === 'number') return cell !== null && compare(cell, String(value)) === 0;
  return cell === value;
}

function isProduct(one: string | null, other: string | null, product: string | null): boolean {
  if (one === null || other === null || product === null) return false;
  return compare(multiply(one, other), product) === 0;
}
