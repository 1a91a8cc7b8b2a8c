/** The languages of the console and its downloads. */
type Language = 'en' | 'zh';

// The price list's names are the English ones. A missing name is shown unchanged.
const inChinese: ReadonlyMap<string, string> = new Map([
  ['Compute', '计算'],
  ['Storage', '存储'],
  ['Backup', '备份'],
  ['Cache', '缓存'],
  ['Teleport', '传送链路'],
  ['Network', '网络'],
  ['Warehouse', '计算仓'],
  ['Credit', '积分'],
  ['Database', '数据库'],
  ['Snapshot', '快照'],
  ['Result cache', '结果缓存'],
  ['Link', '链路'],
  ['Transfer', '流量'],
  ['highPerf', '高性能'],
  ['wal', '预写日志'],
  ['hot', '热'],
  ['cold', '冷'],
  ['remote', '远端'],
  ['micro', '微型'],
  ['small', '小型'],
  ['medium', '中型'],
  ['large', '大型'],
  ['Import, VPC', '入站，VPC'],
  ['Import, public', '入站，公网'],
  ['Export, VPC', '出站，VPC'],
  ['Export, public', '出站，公网'],
]);

const unitsInChinese: ReadonlyMap<string, string> = new Map([
  ['core-hour', '核时'],
  ['GB-hour', 'GB·小时'],
  ['GB-month', 'GB·月'],
  ['hour', '小时'],
  ['credit', '积分'],
]);

/** Returns the name of a product, type or sub type in a language. */
export function skuWordIn(language: Language, name: string): string {
  if (language === 'en') return name;
  const series = /^(.+)-series$/.exec(name)?.[1];
  return inChinese.get(name) ?? (series === undefined ? name : `${series} 系列`);
}

/**
 * Returns the name of a billing item in a language: `storage` like the product Storage, `compute.r5-series` like
 * Compute with its series.
 */
export function billingItemWordIn(language: Language, name: string): string {
  if (language === 'en') return name;
  const [product = '', series] = name.split('.');
  const word = inChinese.get(`${product.charAt(0).toUpperCase()}${product.slice(1)}`);
  if (word === undefined) return name;
  return series === undefined ? word : `${word} ${skuWordIn(language, series)}`;
}

// For these tiers, the price list's type is a better name.
const namesOfTiers: ReadonlyMap<string, string> = new Map([
  ['import.vpc', 'Import, VPC'],
  ['import.public', 'Import, public'],
  ['export.vpc', 'Export, VPC'],
  ['export.public', 'Export, public'],
]);

/** Returns the price list's name of a billing item's tier in a language. */
export function tierWordIn(language: Language, tier: string): string {
  return skuWordIn(language, namesOfTiers.get(tier) ?? tier);
}

/** Returns a unit in a language, also behind a quantity or a currency: `= 30,195 GB-month`, `USD/core-hour`. */
export function unitWordIn(language: Language, text: string): string {
  if (language === 'en') return text;
  return text.replace(/[A-Za-z-]+$/, (unit) => unitsInChinese.get(unit) ?? unit);
}
