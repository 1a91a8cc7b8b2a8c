// Verifies a statement by the files beside this script alone: node verify.mjs
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const at = (name) => new URL(name, import.meta.url);
const json = (name) => JSON.parse(readFileSync(at(`${name}.json`), 'utf8'));
const [proof, statement, deductions, [head, ...lines]] = ['proof', 'statement', 'deductions', 'lines'].map(json);
// A decimal is a whole number of its 12th place, so that sums are exact.
function units(text) {
  match(text, /^-?\d+(\.\d{1,12})?$/, `${text} is not an amount.`);
  return BigInt(text.split('.')[0] + (text.split('.')[1] ?? '').padEnd(12, '0'));
}
const sum = (texts) => texts.reduce((total, text) => total + units(text), 0n);
const isRounded = (exact, to, place) => [exact - to, to - exact].every((off) => 2n * off <= place);
for (const [name, digest] of Object.entries(proof.files)) {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(at(name))) hash.update(bytes);
  equal(hash.digest('hex'), digest, `The digest of ${name} is wrong.`);
}
equal(proof.files['lines.json'], statement.digest, 'The lines are not those that were signed.');
// Each row takes its part from its line, which has the same words from the product to the unit, and offer.
const keyOf = (words, offer = '') => JSON.stringify([...words, offer]);
const [left, none] = [new Map(), [0n, 0n, 0n]];
const add = (key, parts, sign) =>
  left.set(
    key,
    (left.get(key) ?? none).map((part, of) => part + sign * parts[of]),
  );
for (const line of lines) add(keyOf(line.slice(0, 12), line[15]), line.slice(12, 15).map(units), 1n);
for await (const text of proof.hasRows ? createInterface({ input: createReadStream(at('rows.jsonl')) }) : []) {
  const row = JSON.parse(text);
  const parts = [row.consumption, row.slice_no === '0' ? '1' : '0', row.amount].map(units);
  const price = row.chargeable === 'true' ? units(row.unit_price) * units(row.multiplier) : 0n;
  ok(isRounded(parts[0] * price, parts[2] * 10n ** 24n, 10n ** 24n), `A row has another amount: ${text}`);
  add(keyOf(Object.values(row).slice(10, 22), row.offer_id), parts, -1n);
}
ok(!proof.hasRows || [...left.values()].flat().every((part) => part === 0n), 'A line is not the sum of its rows.');
const { amount, undeductedAmount, statementData, ...of } = statement;
const [exact, metered] = [sum(lines.map((line) => line[14])), units(of.marketplaceMetered)];
const part = metered === 0n ? [] : ['marketplace', `${of.marketplaceMetered}0000`];
const signed = ['usance-statement-1', of.contractId, of.month, of.currency, ...part];
deepEqual(head, signed, 'The lines are of another statement.');
const names = ['product', 'type', 'subType', 'billingItem', 'cloudProvider', 'region', 'edition', 'exactAmount'];
const skus = statementData.skuAndAmounts;
const shown = skus.map((line) => names.map((name) => line[name]).join());
const isWithinCent = ({ amount, exactAmount }) => isRounded(units(amount), units(exactAmount), 2n * 10n ** 10n);
const inLines = lines.map((line) => [...line.slice(0, 7), line[14]].join());
deepEqual(shown.sort(), inLines.sort(), 'The statement shows other lines.');
ok(isRounded(exact, units(amount), 10n ** 10n), 'The amount is not the rounded sum of the lines.');
ok(
  skus.every(isWithinCent) && sum(skus.map((line) => line.amount)) === units(amount),
  'Shown lines have other amounts.',
);
for (const each of proof.sums) equal(units(each.amount), exact, `The ${each.of} have another sum than the lines.`);
ok(proof.agrees, 'The statement did not agree with its seller when this was made.');
const credit = sum([of.creditApplied, of.creditDeducted]);
const paid = { voucher: units(of.voucherDeducted), credit, cash: units(of.cashDeducted) };
const [asked, unpaid] = [units(amount) - metered, units(undeductedAmount)];
const settled = paid.voucher + credit + paid.cash + unpaid;
ok(unpaid >= 0n && settled === (asked < 0n ? 0n : asked), 'What is paid and unpaid is another amount.');
for (const { kind, amount } of deductions) paid[kind] -= units(amount);
deepEqual(paid, { voucher: 0n, credit: 0n, cash: 0n }, 'The deductions are not those of the statement.');
console.log('Everything agrees.');
