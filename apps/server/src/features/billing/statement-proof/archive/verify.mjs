// Verifies a statement by the files beside this script alone: node verify.mjs
import { equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const at = (name) => new URL(name, import.meta.url);
const json = (name) => JSON.parse(readFileSync(at(`${name}.json`), 'utf8'));
const [proof, statement, deductions, [, ...lines]] = ['proof', 'statement', 'deductions', 'lines'].map(json);
// A decimal is a whole number of its 12th place, so that sums are exact.
const units = (text) => BigInt(text.split('.')[0] + (text.split('.')[1] ?? '').padEnd(12, '0'));
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
const left = new Map(lines.map((line) => [keyOf(line.slice(0, 12), line[15]), line.slice(12, 15).map(units)]));
for await (const text of proof.hasRows ? createInterface({ input: createReadStream(at('rows.jsonl')) }) : []) {
  const row = JSON.parse(text);
  const parts = [row.consumption, row.slice_no === '0' ? '1' : '0', row.amount].map(units);
  const price = row.chargeable === 'true' ? units(row.unit_price) * units(row.multiplier) : 0n;
  ok(isRounded(parts[0] * price, parts[2] * 10n ** 24n, 10n ** 24n), `A row has another amount: ${text}`);
  const key = keyOf(Object.values(row).slice(10, 22), row.offer_id);
  const rest = (left.get(key) ?? [0n, 0n, 0n]).map((part, of) => part - parts[of]);
  left.set(key, rest);
}
ok(!proof.hasRows || [...left.values()].flat().every((part) => part === 0n), 'A line is not the sum of its rows.');
const { amount, marketplaceMetered, undeductedAmount, ...of } = statement;
const [exact, asked] = [sum(lines.map((line) => line[14])), units(amount) - units(marketplaceMetered)];
for (const each of proof.sums) equal(units(each.amount), exact, `The ${each.of} have another sum than the lines.`);
ok(isRounded(exact, units(amount), 10n ** 10n), 'The amount is not the rounded sum of the lines.');
const paid = sum([of.voucherDeducted, of.creditApplied, of.creditDeducted, of.cashDeducted]);
equal(sum(deductions.map((each) => each.amount)), paid, 'The deductions are not those of the statement.');
equal(paid + units(undeductedAmount), asked < 0n ? 0n : asked, 'What is paid and unpaid is not what was asked for.');
console.log('Everything agrees.');
