// Reads the files beside it, and calculates exactly.
import { match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const at = (name) => new URL(name, import.meta.url);

export const json = (name) => JSON.parse(readFileSync(at(`${name}.json`), 'utf8'));

export async function digestOf(name) {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(at(name))) hash.update(bytes);
  return hash.digest('hex');
}

export async function* rows() {
  for await (const line of createInterface({ input: createReadStream(at('rows.jsonl')) })) yield JSON.parse(line);
}

// Decimals are counted in units of their 12th place, so that sums are exact.
export function units(text) {
  match(text, /^-?\d+(\.\d{1,12})?$/, `${text} is not an amount.`);
  const [whole, places = ''] = text.split('.');
  return BigInt(whole + places.padEnd(12, '0'));
}

export function aboveZero(text) {
  ok(units(text) > 0n, `${text} is not above 0.`);
  return units(text);
}

export function kindOf(text) {
  match(text, /^(voucher|credit|cash)$/, `${text} is no kind of deduction.`);
  return text;
}

export function textOf(units) {
  const digits = String(units < 0n ? -units : units).padStart(13, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -12)}.${digits.slice(-12)}`;
}

export const sum = (amounts) => amounts.reduce((total, amount) => total + units(amount), 0n);

// True if `rounded` is the multiple of `step` that is next to `exact`.
export const isRounded = (exact, rounded, step) =>
  rounded % step === 0n && [exact - rounded, rounded - exact].every((off) => 2n * off <= step);

// Each key has figures left, after some were added and others taken away.
export class Left {
  #figures = new Map();

  add(key, figures) {
    const text = JSON.stringify(key);
    const before = this.#figures.get(text);
    this.#figures.set(text, before ? before.map((figure, of) => figure + figures[of]) : figures);
  }

  take(key, figures) {
    this.add(
      key,
      figures.map((figure) => -figure),
    );
  }

  isNothing() {
    return [...this.#figures.values()].flat().every((figure) => figure === 0n);
  }
}
