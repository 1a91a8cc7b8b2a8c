// Verifies a statement by the files beside this script alone: node verify.mjs
import { deepEqual, equal, ok } from 'node:assert/strict';
import { digestOf, isRounded, json, Left, rows, sum, units } from './reading.mjs';

const [proof, deductions, [head, ...lines]] = ['proof', 'deductions', 'lines'].map(json);
for (const [name, digest] of Object.entries(proof.files))
  equal(await digestOf(name), digest, `The digest of ${name} is wrong.`);
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
for (const each of proof.sums) equal(units(each.amount), exact, `The ${each.of} have another sum than the lines.`);
const [amount, metered] = [proof.amount, head[5] ?? '0'].map(units);
ok(units(proof.exactAmount) === exact && isRounded(exact, amount, 10n ** 10n), 'The amount is another.');
deepEqual(head.slice(1, 4), [proof.contractId, proof.month, proof.currency], 'The lines are of another statement.');
const part = (by) => sum(proof.settled.filter((each) => each.by === by).map((each) => each.amount));
const paidBy = (kind) => sum(deductions.filter((each) => each.kind === kind).map((each) => each.amount));
for (const by of ['voucher', 'credit', 'cash']) equal(part(by), paidBy(by), `The deductions by ${by} are others.`);
equal(part('marketplace'), metered, 'The lines were signed with another part of a marketplace.');
const paid = part('voucher') + part('credit') + part('cash') + part('undeducted');
ok(part('undeducted') >= 0n && paid === (amount < metered ? 0n : amount - metered), 'Another amount is unpaid.');
equal(sum(proof.settled.map((each) => each.amount)), amount, 'The parts are not the amount.');
ok(proof.agrees, 'The statement did not agree with its seller when this was made.');
console.log(`Everything agrees: ${proof.amount} ${proof.currency}, with${proof.hasRows ? '' : 'out'} rows.`);
