// A 64-bit register is two 32-bit words, the lower first: BigInt would take ten times as long.
const begin = Uint32Array.of(
  0x70736575,
  0x736f6d65,
  0x6e646f6d,
  0x646f7261,
  0x6e657261,
  0x6c796765,
  0x79746573,
  0x74656462,
);
const a = 0;
const b = 2;
const c = 4;
const d = 6;

const rest = Buffer.alloc(8);

/** Returns ClickHouse's `sipHash64` of a text: SipHash-2-4 of its UTF-8 without a key, 64 bits. */
export function sipHash64(text: string): bigint {
  const bytes = Buffer.from(text);
  const state = begin.slice();
  const wholeBytes = bytes.length - (bytes.length % 8);
  for (let from = 0; from < wholeBytes; from += 8) take(state, bytes.readUInt32LE(from), bytes.readUInt32LE(from + 4));
  rest.fill(0);
  bytes.copy(rest, 0, wholeBytes);
  rest[7] = bytes.length & 0xff;
  take(state, rest.readUInt32LE(0), rest.readUInt32LE(4));
  state[c] = at(state, c) ^ 0xff;
  for (let count = 0; count < 4; count += 1) round(state);
  for (const other of [b, c, d]) xor(state, a, other);
  return (BigInt(at(state, a + 1)) << 32n) | BigInt(at(state, a));
}

function take(state: Uint32Array, low: number, high: number): void {
  state[d] = at(state, d) ^ low;
  state[d + 1] = at(state, d + 1) ^ high;
  round(state);
  round(state);
  state[a] = at(state, a) ^ low;
  state[a + 1] = at(state, a + 1) ^ high;
}

function round(state: Uint32Array): void {
  mix(state, a, b, 13);
  turn(state, a, 32);
  mix(state, c, d, 16);
  mix(state, a, d, 21);
  mix(state, c, b, 17);
  turn(state, c, 32);
}

function mix(state: Uint32Array, sum: number, other: number, bits: number): void {
  const low = at(state, sum) + at(state, other);
  state[sum + 1] = at(state, sum + 1) + at(state, other + 1) + (low > 0xffffffff ? 1 : 0);
  state[sum] = low;
  turn(state, other, bits);
  xor(state, other, sum);
}

function turn(state: Uint32Array, register: number, bits: number): void {
  const low = at(state, register);
  const high = at(state, register + 1);
  const isHalf = bits === 32;
  state[register] = isHalf ? high : (low << bits) | (high >>> (32 - bits));
  state[register + 1] = isHalf ? low : (high << bits) | (low >>> (32 - bits));
}

function xor(state: Uint32Array, register: number, other: number): void {
  state[register] = at(state, register) ^ at(state, other);
  state[register + 1] = at(state, register + 1) ^ at(state, other + 1);
}

const at = (state: Uint32Array, word: number): number => state[word] as number;
