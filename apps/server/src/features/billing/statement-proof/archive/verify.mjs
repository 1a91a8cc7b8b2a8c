// Verifies a statement by the files beside this script alone: node verify.mjs
import { deepEqual, equal, ok } from 'node:assert/strict';
import { aboveZero, digestOf, isRounded, json, kindOf, Left, rows, sum, textOf, units } from './reading.mjs';

const [proof, deductions, [head, ...lines]] = ['proof', 'deductions', 'lines'].map(json);
const left = new Left();
for (const line of lines) left.add([...line.slice(0, 12), line[15] ?? ''], line.slice(12, 15).map(units));
for await (const row of proof.hasRows ? rows() : []) {
  const figures = [row.consumption, row.slice_no === '0' ? '1' : '0', row.amount].map(units);
  const price = row.chargeable === 'true' ? units(row.unit_price) * units(row.multiplier) : 0n;
  ok(isRounded(figures[0] * price, figures[2] * 10n ** 24n, 10n ** 24n), `A row has another amount: ${row.usage_id}`);
  left.take([...Object.values(row).slice(10, 22), row.offer_id], figures);
}
ok(!proof.hasRows || left.isNothing(), 'A line is not the sum of its rows.');
const exact = sum(lines.map((line) => line[14]));
deepEqual(Object.keys(proof.sums), proof.hasRows ? ['rows', 'days', 'skus', 'lines'] : ['lines'], 'A sum is missing.');
for (const [of, found] of Object.entries(proof.sums)) equal(units(found), exact, `The ${of} have another sum.`);
const [amount, undeducted, metered] = [proof.amount, proof.undeducted, head[5] ?? '0'].map(units);
ok(isRounded(exact, amount, 10n ** 10n), 'The amount is not the rounded sum of the lines.');
const of = ['usance-statement-1', proof.contractId, proof.month, proof.currency];
deepEqual(head, head.length === 4 ? of : [...of, 'marketplace', head[5]], 'The lines are of another statement.');
const paid = { voucher: 0n, credit: 0n, cash: 0n };
for (const { kind, amount } of deductions) paid[kindOf(kind)] += aboveZero(amount);
const settled = paid.voucher + paid.credit + paid.cash + undeducted;
ok(undeducted >= 0n && settled === (amount < metered ? 0n : amount - metered), 'The parts are not the amount.');
equal(proof.agrees, true, 'The statement did not agree with the records when this was made.');
console.log(`Everything agrees for ${JSON.stringify(of.slice(1))}. Compare with the page:`);
for (const [part, value] of Object.entries({ amount, ...paid, undeducted, metered })) console.log(part, textOf(value));
for (const name of proof.hasRows ? ['lines.json', 'rows.jsonl'] : ['lines.json'])
  console.log(name, await digestOf(name));
