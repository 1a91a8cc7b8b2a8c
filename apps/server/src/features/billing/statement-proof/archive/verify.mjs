// Verifies a statement by the files beside this script alone: node verify.mjs
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';

const beside = (name) => new URL(name, import.meta.url);
const [proof, statement, lines, deductions] = ['proof', 'statement', 'lines', 'deductions'].map((name) =>
  JSON.parse(readFileSync(beside(`${name}.json`), 'utf8')),
);
const check = (sentence, holds) => {
  console.log(`${holds ? 'ok   ' : 'WRONG'} ${sentence}`);
  if (!holds) process.exitCode = 1;
};
// A decimal as a whole number of its 12th place, so that sums are exact.
const units = (decimal) => BigInt(decimal.split('.')[0] + (decimal.split('.')[1] ?? '').padEnd(12, '0'));
const sum = (decimals) => decimals.reduce((total, decimal) => total + units(decimal), 0n);
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

if (proof.hasRows) {
  const [hash, sums] = [createHash('sha256'), new Map()];
  let [mispriced, rest, cells, names] = [0, '', []];
  for await (const text of createReadStream(beside('rows.csv'), 'utf8')) {
    hash.update(text);
    rest += text;
    let end = 0;
    for (const [all, cell, after] of rest.matchAll(/"((?:[^"]|"")*)"([,\n])/gy)) {
      end += all.length;
      cells.push(cell.replaceAll('""', '"'));
      if (after === ',') continue;
      if (names) add(Object.fromEntries(names.map((name, at) => [name, cells[at]])));
      [names, cells] = [names ?? cells, []];
    }
    rest = rest.slice(end);
  }
  function add(row) {
    const [quantity, price, multiplier] = [row.consumption, row.unit_price, row.multiplier].map(units);
    const exact = row.chargeable === 'true' ? quantity * price * multiplier : 0n;
    const off = exact - units(row.amount) * 10n ** 24n;
    if (2n * (off < 0n ? -off : off) > 10n ** 24n) mispriced += 1;
    const key = keyOf(row);
    const { usages, consumption, amount } = sums.get(key) ?? { usages: 0n, consumption: 0n, amount: 0n };
    sums.set(key, {
      usages: usages + (row.slice_no === '0' ? 1n : 0n),
      consumption: consumption + units(row.consumption),
      amount: amount + units(row.amount),
    });
  }
  function keyOf(of, text = (value) => value) {
    const { product, type, sub_type, billing_item, cloud_provider, region, edition, consumption_unit } = of;
    const words = [product, type, sub_type, billing_item, cloud_provider, region, edition, consumption_unit];
    return JSON.stringify(
      [...words, of.adjustment, of.list_price, of.price_unit, of.multiplier, of.offer_id].map(text),
    );
  }
  // In rows.csv an apostrophe stands before the sign of a text that a spreadsheet would run as a formula.
  const guarded = (text) => text.replaceAll(/(^|\r?\n|\r)(["'\s\ufeff]*[=+@＝＋＠－-])/gu, "$1'$2");
  const isSumOfRows = (line) => {
    const { usages, consumption, amount } = sums.get(keyOf(line, guarded)) ?? {};
    return String(usages) === line.usages && consumption === units(line.consumption) && amount === units(line.amount);
  };
  check('rows.csv has the digest of proof.json', rest === '' && hash.digest('hex') === proof.digest.rows);
  check('each row is quantity × price × multiplier, rounded to the 12th place', mispriced === 0);
  check('each line is the sum of its rows', sums.size === lines.length && lines.every(isSumOfRows));
}

const metered =
  units(statement.marketplaceMetered) === 0n ? [] : ['marketplace', `${statement.marketplaceMetered}0000`];
const head = ['usance-statement-1', statement.contractId, statement.month, statement.currency, ...metered];
const canonical = lines.map(({ shown_amount, ...line }) =>
  JSON.stringify(Object.values(line).filter((value, at) => at < 15 || value !== '')),
);
const digest = sha256(`[${[JSON.stringify(head), ...canonical.sort()].join(',')}]`);
check(
  'the lines have the signed digest',
  [proof.digest.signed, statement.digest].every((each) => each === digest),
);

const [exact, amount] = [sum(lines.map((line) => line.amount)), units(statement.amount)];
const isRounded = [exact - amount, amount - exact].every((off) => 2n * off <= 10n ** 10n);
check(
  'the lines come to the amount, which is rounded once',
  isRounded && sum(lines.map((line) => line.shown_amount)) === amount,
);

const { voucherDeducted, creditApplied, creditDeducted, cashDeducted, undeductedAmount, marketplaceMetered } =
  statement;
const paid = (kind) => sum(deductions.filter((each) => each.kind === kind).map((each) => each.amount));
const asTold = [[voucherDeducted], [creditApplied, creditDeducted], [cashDeducted]].map(sum);
check(
  'the deductions are those of the statement',
  ['voucher', 'credit', 'cash'].every((kind, at) => paid(kind) === asTold[at]),
);

const asked = amount - units(marketplaceMetered);
const settled = asTold[0] + asTold[1] + asTold[2] + units(undeductedAmount);
check('they and what is undeducted come to what was asked for', settled === (asked < 0n ? 0n : asked));
