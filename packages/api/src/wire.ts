import * as z from 'zod/mini';
import { needs, says } from './rule.ts';
import { sortedBy } from './sorted.ts';

/** The schemas of common values: ids, amounts, instants, pages. */

const decimal = (places: number) => {
  const message = says('signedDecimal', { places });
  return z
    .string(needs('signedDecimal', { places }))
    .check(z.regex(new RegExp(`^(?!-0+(\\.0+)?$)-?(0|[1-9]\\d{0,25})(\\.\\d{1,${places}})?$`), message));
};

/** A signed decimal string with up to 8 places, as in the ledger. */
export const amount = decimal(8);
const positiveDecimal = (places: number) =>
  z.string(needs('decimalString')).check(
    z.regex(
      new RegExp(`^(0|[1-9]\\d{0,13})(\\.\\d{1,${places}}0{0,${8 - places}})?$`),
      says('positiveDecimal', { places }),
    ),
    z.refine((text) => /[1-9]/.test(text), says('aboveZero')),
  );
/** An amount of money in a request: a positive decimal string with at most 8 places. A JS number is refused. */
export const positiveAmount = positiveDecimal(8);
/** Like `positiveAmount`, without fractions of a cent; more zeros may follow, as in replies. */
export const positiveCents = positiveDecimal(2);
/** Like `positiveAmount`, or 0. */
export const amountNotNegative = z
  .string(needs('decimalString'))
  .check(
    z.minLength(1, { error: says('required'), abort: true }),
    z.regex(/^(0|[1-9]\d{0,13})(\.\d{1,8})?$/, says('amountNotNegative')),
  );
/** A multiplier of list prices or amounts: 0.85 means pay 85 %. */
export const multiplier = z
  .string(needs('decimalString'))
  .check(z.regex(/^(1(\.0{1,6})?|0\.(?=\d*[1-9])\d{1,6})$/, says('multiplier')));
/** A rated amount, a quantity or a price with up to 12 places. */
export const exactDecimal = decimal(12);
const atLeastPlaces = (text: string, places: number): string => {
  const [whole, fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(places, '0')}`;
};
/** Formats a price for replies, with 8 to 12 places. */
export const priceText = (text: string): string => atLeastPlaces(text, 8);
/** Formats a multiplier for replies, with at least 6 places. */
export const multiplierText = (text: string): string => atLeastPlaces(text, 6);
export const replyPrice = exactDecimal.check(z.overwrite(priceText));
export const replyMultiplier = exactDecimal.check(z.overwrite(multiplierText));
/** A quantity or list price in a request: not negative, with at most 12 places. */
export const nonNegativeDecimal = z
  .string(needs('decimalString'))
  .check(z.regex(/^(0|[1-9]\d{0,25})(\.\d{1,12})?$/, says('notNegative')));
export const currency = z.enum(['USD', 'CNY']);
/** RFC 3339 in UTC. */
export const instantText = z.iso.datetime({ offset: true, abort: true, ...needs('instant') });
/** Converts milliseconds since 1970, in a query as digits, to RFC 3339. */
const milliseconds = z.pipe(
  z.union([
    z.int(needs('instant')),
    z.pipe(
      z.string(needs('instant')).check(z.regex(/^-?\d{1,15}$/, says('instant'))),
      z.transform((digits) => Number(digits)),
    ),
  ]),
  z.pipe(
    // Outside of this range there is no valid Date.
    z
      .int()
      .check(z.gte(-8.64e15, { error: says('instantWindow'), abort: true }), z.lte(8.64e15, says('instantWindow'))),
    z.transform((ms) => new Date(ms).toISOString()),
  ),
);
/** An instant in a request: unchanged RFC 3339, or converted milliseconds since 1970. */
const requestInstant = z.union([milliseconds, instantText]);
const since2000 = Date.UTC(2000);
const until2101 = Date.UTC(2101);
const isSensible = (text: string) => since2000 <= Date.parse(text) && Date.parse(text) < until2101;
/**
 * Like `requestInstant`, within the years that billing accepts. Replies use `instantText`, because older rows may lie
 * outside.
 */
export const sensibleInstant = z.pipe(requestInstant, z.string().check(z.refine(isSensible, says('instantWindow'))));
/** In the years that billing accepts, all milliseconds lie above this bound and all seconds below. */
const leastMilliseconds = 1e11;
/**
 * An instant of a body within the years that billing accepts, cut to the second. Accepts seconds since 1970, like the
 * replies of offers, and all other notations.
 */
export const wholeInstant = z.pipe(
  z.union([
    z.pipe(
      z.int(needs('instant')).check(z.gte(-leastMilliseconds), z.lt(leastMilliseconds)),
      z.transform((seconds) => new Date(seconds * 1000).toISOString()),
    ),
    requestInstant,
  ]),
  z.pipe(
    z.string().check(z.refine(isSensible, says('instantWindow'))),
    z.transform((text) => new Date(Math.floor(Date.parse(text) / 1000) * 1000)),
  ),
);
/** YYYY-MM-DD in the contract's billing zone. */
export const day = z.iso.date(needs('day'));
/** Like `day`, within the years that billing accepts. For requests only. */
export const sensibleDay = day.check(z.refine((text) => text >= '2000' && text < '2101', says('instantWindow')));
/** YYYY-MM in the contract's billing zone. */
export const billingMonth = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, says('month')));

/** Like `billingMonth`, within the years that billing accepts. For requests only. */
export const sensibleMonth = billingMonth.check(
  z.refine((month) => month >= '2000' && month < '2101', says('monthWindow')),
);

/** The schema of an id. It carries the id's prefix, for code that creates ids. */
export const idOf = <const Prefix extends string>(prefix: Prefix, message = says('id', { prefix }), longest = 40) =>
  Object.assign(z.string().check(z.regex(new RegExp(`^${prefix}-[a-z2-7]{4,${longest}}$`), message)), { prefix });
export type IdSchema<Prefix extends string = string> = z.ZodMiniString & { readonly prefix: Prefix };

export const contractId = idOf('ct', says('contractId'), 32);
/** A posting of the ledger. Every movement of money has one. */
export const postingId = idOf('pst');
/**
 * The part of a posting that concerns one account. Several vouchers may pay in one posting, so the id of a voucher's
 * movement also names the voucher.
 */
export const movementId = z.string().check(z.regex(/^pst-[a-z2-7]+(\.vch-[a-z2-7]+)?$/));
// Invisible characters that reverse the direction of the following text.
const turning = '\\u202a-\\u202e\\u2066-\\u2069';
const oneLine = new RegExp(`^[^\\u0000-\\u001f\\u007f\\u0085\\u2028\\u2029${turning}]*$`);
const severalLines = new RegExp(`^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f${turning}]*$`);

const bounded = (max: number, min: number) =>
  [
    z.minLength(min, min === 1 ? says('required') : says('shortest', { min })),
    // Refuses long texts before any pattern is tried.
    z.maxLength(max, { error: says('longest', { max }), abort: true }),
  ] as const;

/** Single-line text that systems send and compare: kept byte for byte, without control characters. */
export const exactText = (max: number, min = 1) =>
  z.string().check(...bounded(max, min), z.regex(oneLine, says('oneLine')));
/** The same with line breaks and tabs. */
export const exactLines = (max: number, min = 1) =>
  z.string().check(...bounded(max, min), z.regex(severalLines, says('controlCharacters')));
/** Single-line text that a person writes. It is trimmed, so blanks alone are empty. */
export const text = (max: number, min = 1) =>
  z.string().check(z.trim(), ...bounded(max, min), z.regex(oneLine, says('oneLine')));
/** The same with line breaks and tabs. */
export const lines = (max: number, min = 1) =>
  z.string().check(z.trim(), ...bounded(max, min), z.regex(severalLines, says('controlCharacters')));

/** Makes a text optional: a blank one is as good as absent. */
const orNothing = (written: z.ZodMiniString) =>
  z.optional(
    z.pipe(
      written,
      z.transform((given) => (given === '' ? undefined : given)),
    ),
  );
export const optionalText = (max: number) => orNothing(text(max, 0));
export const optionalLines = (max: number) => orNothing(lines(max, 0));

/** A whole number in a body, within bounds. */
export const wholeNumber = (min: number, max: number) =>
  z
    .int(needs('wholeNumber', { min, max }))
    .check(z.gte(min, says('least', { min })), z.lte(max, says('most', { max })));

/** A whole number as JSON (in searchParam) or as plain query text. */
const intParam = (min: number, max: number) =>
  z.pipe(
    z.union([
      z.number(),
      z.pipe(
        z.string().check(z.regex(/^-?\d{1,16}$/, says('wholeNumber', { min, max }))),
        z.transform((digits) => Number(digits)),
      ),
    ]),
    wholeNumber(min, max),
  );

/** A flag as JSON or as the words true and false. */
export const boolParam = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false'], says('flag')),
    z.transform((word) => word === 'true'),
  ),
]);

const listOf = <T extends z.ZodMiniType<string, string>>(item: T) =>
  z.array(item).check(z.maxLength(100, says('tooMany', { max: 100 })));
export const joinedByCommas = 'comma-separated';
const joinedOrList = <T extends z.ZodMiniType<unknown, string[]>>(list: T) => {
  const joined = z.pipe(
    // Tells the OpenAPI document that commas separate the values.
    z.string().check(z.meta({ format: joinedByCommas })),
    // One more than the limit, so that an overlong text is refused without being split completely.
    z.transform((text) => text.split(',', 101)),
  );
  return z.union([list, z.pipe(joined, list)]);
};
/** Several texts of people: a JSON array, or a single text, whose commas do not separate. */
export const textsParam = <T extends z.ZodMiniType<string, string>>(item: T) =>
  z.union([
    listOf(item),
    z.pipe(
      item,
      z.transform((one) => [one]),
    ),
  ]);
/** Several words or ids without commas: a JSON array, or one text joined by commas. */
export const listParam = <T extends z.ZodMiniType<string, string>>(item: T) => joinedOrList(listOf(item));
/** The ids of a call's objects, at least one. */
export const idsOf = <T extends z.ZodMiniType<string, string>>(id: T) =>
  joinedOrList(listOf(id).check(z.minLength(1, says('ids'))));

/**
 * Like `sensibleInstant`, converted to milliseconds since 1970; the end of the last year is allowed, for the ends of
 * ranges.
 */
export const epochMs = z.pipe(
  requestInstant,
  z.pipe(
    z.transform((text: string) => Date.parse(text)),
    z.int().check(z.gte(since2000, says('instantWindow')), z.lte(until2101, says('instantWindow'))),
  ),
);
/** The number of a page, from 1. */
export const pageNumber = intParam(1, 1_000_000);
/** The number of a line, from 0. */
export const lineNumber = intParam(0, 1_000_000);
const pageNum = z._default(pageNumber, 1);
/** The console uses 999999 for "all". */
const pageSize = z._default(intParam(1, 999_999), 10);

export const paging = { pageNum, pageSize };

/** A half-open range in epoch milliseconds; an absent side is open. */
export const rangeQuery = { start: z.optional(epochMs), end: z.optional(epochMs) };
/** The query of an account's history: a range, a page, and an order by time or amount. */
export const historyQuery = {
  ...rangeQuery,
  ...paging,
  ...sortedBy('gmtTime', 'amount'),
};
export const typesOf = <T extends z.ZodMiniType<string, string>>(type: T) => ({ types: z.optional(listParam(type)) });

export const paged = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), pageNum: z.int(), pageSize: z.int(), totalSize: z.int() });

type Twin<Shape> = { [K in keyof Shape & string as `${K}Formatted`]: z.ZodMiniString };
/** Adds a twin for display to each amount: `amount` and `amountFormatted`. */
export const withTwins = <const Shape extends Readonly<Record<string, z.ZodMiniType>>>(
  shape: Shape,
): Shape & Twin<Shape> => {
  const pairs = Object.entries(shape).flatMap(([name, schema]) => [
    [name, schema],
    [`${name}Formatted`, z.string()],
  ]);
  // The type Twin renames the same way as the loop.
  return Object.fromEntries(pairs) as Shape & Twin<Shape>;
};

export const noContent = z.void();
export const contractParams = z.strictObject({ id: contractId });

/** The body of every refusal. `code` is the HTTP status; `metadata.field` names the invalid field. */
export const errorReply = z.object({
  code: z.int(),
  reason: z.string(),
  message: z.string(),
  metadata: z.record(z.string(), z.string()),
  requestId: z.string(),
});
export type ErrorReply = z.output<typeof errorReply>;
