import { quote } from '#platform/clickhouse/literal.ts';
import type { Language } from '#platform/context/language.ts';
import { spreadsheetTextSql as text } from '#platform/spreadsheet/spreadsheet-text.ts';
import { editionWords } from '../../../contract/datacloud/edition-words.ts';

/** A column of the download: its header in both languages and the SQL of its cells. Numbers are raw and exact. */
type CsvColumn = {
  readonly en: string;
  readonly zh: string;
  readonly sql: string | ((given: CellsOf) => string);
};
/** `tags` is SQL for the tags of a row as text. */
type CellsOf = { readonly language: Language; readonly tags: string };

const instant = (column: string) => `formatDateTime(${column}, '%Y-%m-%dT%H:%i:%SZ')`;
/** All places of prices, multipliers and amounts, as elsewhere on the wire. */
const money = (column: string) => `toDecimalString(${column}, 12)`;
const flag = (column: string) => `if(${column} = 1, 'true', 'false')`;

const list = (words: readonly string[]) => `[${words.map(quote).join(', ')}]`;
const editionIn = ({ language }: CellsOf) => {
  const words = editionWords[language];
  return `transform(${text('edition')}, ${list(Object.keys(words))}, ${list(Object.values(words))})`;
};

const columns: readonly CsvColumn[] = [
  { en: 'Start', zh: '开始时间', sql: instant('start_at') },
  { en: 'End', zh: '结束时间', sql: instant('end_at') },
  { en: 'Product', zh: '产品', sql: text('product') },
  { en: 'Type', zh: '类型', sql: text('type') },
  { en: 'Sub type', zh: '子类型', sql: text('sub_type') },
  { en: 'Billing item', zh: '计费项', sql: text('billing_item') },
  { en: 'Edition', zh: '版本', sql: editionIn },
  { en: 'Cloud provider', zh: '云厂商', sql: text('cloud_provider') },
  { en: 'Region', zh: '地域', sql: text('region') },
  { en: 'Data cloud', zh: '数据云', sql: text('datacloud_name') },
  { en: 'Data cloud ID', zh: '数据云 ID', sql: text('datacloud_id') },
  { en: 'Object', zh: '对象', sql: text('object_name') },
  { en: 'Object ID', zh: '对象 ID', sql: text('object_id') },
  { en: 'Consumption', zh: '用量', sql: 'consumption' },
  { en: 'Consumption unit', zh: '用量单位', sql: text('consumption_unit') },
  { en: 'List price', zh: '目录价', sql: money('list_price') },
  { en: 'Price unit', zh: '价格单位', sql: text('price_unit') },
  { en: 'Price multiplier', zh: '折扣系数', sql: money('zhekou') },
  { en: 'Amount', zh: '金额', sql: money('amount') },
  { en: 'Currency', zh: '币种', sql: '{currency:String}' },
  { en: 'Chargeable', zh: '是否计费', sql: flag('chargeable') },
  { en: 'Adjustment', zh: '是否调整', sql: flag('adjustment') },
  { en: 'Source', zh: '来源', sql: text('source') },
  { en: 'Usage ID', zh: '用量记录 ID', sql: text('usage_id') },
  { en: 'Private offer', zh: '专属报价', sql: text('offer_id') },
  { en: 'Tags', zh: '标签', sql: ({ tags }) => tags },
];

/** Returns the cells of a SELECT whose CSV the engine writes. */
export function csvCells(given: CellsOf): string {
  return columns.map(({ sql }) => (typeof sql === 'string' ? sql : sql(given))).join(', ');
}

/** Returns the header line after the byte order mark by which spreadsheets recognise UTF-8. */
export function csvHead(language: Language): string {
  return `\uFEFF${columns.map((column) => `"${column[language]}"`).join(',')}\n`;
}
