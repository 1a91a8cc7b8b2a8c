import * as z from 'zod/mini';
import { needs, says } from './rule.ts';
import { sortedBy } from './sorted.ts';

/** Schemas of the values that travel in every call: ids, amounts, instants, pages. */

const decimal = (places: number) => {
  const message = says('signedDecimal', { places });
  return z
    .string(needs('signedDecimal', { places }))
    .check(z.regex(new RegExp(`^(?!-0+(\\.0+)?$)-?(0|[1-9]\\d{0,25})(\\.\\d{1,${places}})?$`), message));
};

/** A signed decimal string with up to 8 places, as the ledger keeps it. */
export const amount = decimal(8);
const positiveDecimal = (places: number) =>
  z.string(needs('decimalString')).check(
    z.regex(
      new RegExp(`^(0|[1-9]\\d{0,13})(\\.\\d{1,${places}}0{0,${8 - places}})?$`),
      says('positiveDecimal', { places }),
    ),
    z.refine((text) => /[1-9]/.test(text), says('aboveZero')),
  );
/** A money amount of a request: positive, at most 8 places, as a string; a JS number is refused. */
export const positiveAmount = positiveDecimal(8);
/** As positiveAmount, with no fraction of a coin: zeros may follow, as a reply has them. */
export const positiveCoins = positiveDecimal(2);
/** As positiveAmount, or nothing at all. */
export const amountNotNegative = z
  .string(needs('decimalString'))
  .check(
    z.minLength(1, { error: says('required'), abort: true }),
    z.regex(/^(0|[1-9]\d{0,13})(\.\d{1,8})?$/, says('amountNotNegative')),
  );
/** What list prices or amounts are multiplied by: 0.85 means pay 85 %. */
export const multiplier = z
  .string(needs('decimalString'))
  .check(z.regex(/^(1(\.0{1,6})?|0\.(?=\d*[1-9])\d{1,6})$/, says('multiplier')));
/** A rated amount, quantity or price as it is stored: up to 12 places. */
export const exactDecimal = decimal(12);
const atLeastPlaces = (text: string, places: number): string => {
  const [whole, fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(places, '0')}`;
};
/** A price as it is told: 8 places at least, and up to 12 where it has more. */
export const priceText = (text: string): string => atLeastPlaces(text, 8);
/** A multiplier as it is told: 6 places at least. */
export const multiplierText = (text: string): string => atLeastPlaces(text, 6);
export const toldPrice = exactDecimal.check(z.overwrite(priceText));
export const toldMultiplier = exactDecimal.check(z.overwrite(multiplierText));
/** A quantity or list price of a request: not negative, at most 12 places. */
export const nonNegativeDecimal = z
  .string(needs('decimalString'))
  .check(z.regex(/^(0|[1-9]\d{0,25})(\.\d{1,12})?$/, says('notNegative')));
export const currency = z.enum(['USD', 'CNY']);
/** RFC 3339 in UTC. */
export const instantText = z.iso.datetime({ offset: true, abort: true, ...needs('instant') });
/** Milliseconds since 1970, which a query says in digits, as RFC 3339. */
const milliseconds = z.pipe(
  z.union([
    z.int(needs('instant')),
    z.pipe(
      z.string(needs('instant')).check(z.regex(/^-?\d{1,15}$/, says('instant'))),
      z.transform((digits) => Number(digits)),
    ),
  ]),
  z.pipe(
    // Beyond what a date can be there is no year to refuse.
    z
      .int()
      .check(z.gte(-8.64e15, { error: says('instantWindow'), abort: true }), z.lte(8.64e15, says('instantWindow'))),
    z.transform((ms) => new Date(ms).toISOString()),
  ),
);
/** An instant that is asked: RFC 3339 as it was given, or made of milliseconds since 1970. */
const askedInstant = z.union([milliseconds, instantText]);
const since2000 = Date.UTC(2000);
const until2101 = Date.UTC(2101);
const isSensible = (text: string) => since2000 <= Date.parse(text) && Date.parse(text) < until2101;
/** As askedInstant, in the years that billing knows. What was kept before is told as it is, by instantText. */
export const sensibleInstant = z.pipe(askedInstant, z.string().check(z.refine(isSensible, says('instantWindow'))));
/** Of what billing knows, milliseconds are all above it and seconds all below. */
const leastMilliseconds = 1e11;
/**
 * An instant of a body, to the second, in the years that billing knows: in seconds since 1970, as offers are told, or as
 * instants are asked elsewhere.
 */
export const wholeInstant = z.pipe(
  z.union([
    z.pipe(
      z.int(needs('instant')).check(z.gte(-leastMilliseconds), z.lt(leastMilliseconds)),
      z.transform((seconds) => new Date(seconds * 1000).toISOString()),
    ),
    askedInstant,
  ]),
  z.pipe(
    z.string().check(z.refine(isSensible, says('instantWindow'))),
    z.transform((text) => new Date(Math.floor(Date.parse(text) / 1000) * 1000)),
  ),
);
/** YYYY-MM-DD in the contract's billing zone. */
export const day = z.iso.date(needs('day'));
/** As day, in the years that billing knows. Only for what is asked. */
export const sensibleDay = day.check(z.refine((text) => text >= '2000' && text < '2101', says('instantWindow')));
/** YYYY-MM in the contract's billing zone. */
export const billingMonth = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, says('month')));

/** As billingMonth, in the years that billing knows. Only for what is asked. */
export const sensibleMonth = billingMonth.check(
  z.refine((month) => month >= '2000' && month < '2101', says('monthWindow')),
);

/** An id that says what it is of; the schema carries the prefix, so that whoever makes one takes it from here. */
export const idOf = <const Prefix extends string>(prefix: Prefix, message = says('id', { prefix }), longest = 40) =>
  Object.assign(z.string().check(z.regex(new RegExp(`^${prefix}-[a-z2-7]{4,${longest}}$`), message)), { prefix });
export type IdSchema<Prefix extends string = string> = z.ZodMiniString & { readonly prefix: Prefix };

export const contractId = idOf('ct', says('contractId'), 32);
/** A posting of the ledger: every movement of money has one. */
export const postingId = idOf('pst');
/** What a posting moved of one account. Several vouchers may pay in one posting, so a voucher's movement names it too. */
export const movementId = z.string().check(z.regex(/^pst-[a-z2-7]+(\.vch-[a-z2-7]+)?$/));
// Nobody sees these, and what comes after them is read the other way round.
const turning = '\\u202a-\\u202e\\u2066-\\u2069';
const oneLine = new RegExp(`^[^\\u0000-\\u001f\\u007f\\u0085\\u2028\\u2029${turning}]*$`);
const severalLines = new RegExp(`^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f${turning}]*$`);

const bounded = (max: number, min: number) =>
  [
    z.minLength(min, min === 1 ? says('required') : says('shortest', { min })),
    // What is too long is refused before any pattern looks at it, here and wherever one looks.
    z.maxLength(max, { error: says('longest', { max }), abort: true }),
  ] as const;

/** Text of one line that a system sends and things are matched by: kept byte for byte, without control characters. */
export const exactText = (max: number, min = 1) =>
  z.string().check(...bounded(max, min), z.regex(oneLine, says('oneLine')));
/** The same with line breaks and tabs. */
export const exactLines = (max: number, min = 1) =>
  z.string().check(...bounded(max, min), z.regex(severalLines, says('controlCharacters')));
/** Text of one line that a person writes: without the blanks around it, so that blanks alone are no text. */
export const text = (max: number, min = 1) =>
  z.string().check(z.trim(), ...bounded(max, min), z.regex(oneLine, says('oneLine')));
/** The same with line breaks and tabs. */
export const lines = (max: number, min = 1) =>
  z.string().check(z.trim(), ...bounded(max, min), z.regex(severalLines, says('controlCharacters')));

/** A text that is nothing at all where it is blank: as if it was not sent. */
const orNothing = (written: z.ZodMiniString) =>
  z.optional(
    z.pipe(
      written,
      z.transform((told) => (told === '' ? undefined : told)),
    ),
  );
export const optionalText = (max: number) => orNothing(text(max, 0));
export const optionalLines = (max: number) => orNothing(lines(max, 0));

/** A whole number of a body, within bounds. */
export const wholeNumber = (min: number, max: number) =>
  z
    .int(needs('wholeNumber', { min, max }))
    .check(z.gte(min, says('least', { min })), z.lte(max, says('most', { max })));

/** A whole number that comes as JSON (in searchParam) or as plain query text. */
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

/** A flag that comes as JSON or as the words true and false. */
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
    // The documents tell by this that a comma parts its values.
    z.string().check(z.meta({ format: joinedByCommas })),
    // One more than a list may have, so that what is far too long is refused without all of it being looked at.
    z.transform((text) => text.split(',', 101)),
  );
  return z.union([list, z.pipe(joined, list)]);
};
/** Several texts that people wrote: a JSON array, or one text, which is one of them whatever commas are in it. */
export const textsParam = <T extends z.ZodMiniType<string, string>>(item: T) =>
  z.union([
    listOf(item),
    z.pipe(
      item,
      z.transform((one) => [one]),
    ),
  ]);
/** Several words or ids, none of which has a comma: a JSON array, or one text joined by commas. */
export const listParam = <T extends z.ZodMiniType<string, string>>(item: T) => joinedOrList(listOf(item));
/** The things that a call is about, at least one. */
export const idsOf = <T extends z.ZodMiniType<string, string>>(id: T) =>
  joinedOrList(listOf(id).check(z.minLength(1, says('ids'))));

/** As sensibleInstant, in milliseconds since 1970 for whoever reads it: what filters by a range is given its end, too. */
export const epochMs = z.pipe(
  askedInstant,
  z.pipe(
    z.transform((text: string) => Date.parse(text)),
    z.int().check(z.gte(since2000, says('instantWindow')), z.lte(until2101, says('instantWindow'))),
  ),
);
/** The number of a page, from 1. */
export const pageNumber = intParam(1, 1_000_000);
const pageNum = z._default(pageNumber, 1);
/** 999999 is the console's word for "all". */
const pageSize = z._default(intParam(1, 999_999), 10);

export const paging = { pageNum, pageSize };

/** A half-open range in epoch milliseconds; a side that is left out stays open. */
export const rangeQuery = { start: z.optional(epochMs), end: z.optional(epochMs) };
/** What the histories of an account take: a range, a page, and an order by time or amount. */
export const historyQuery = {
  ...rangeQuery,
  ...paging,
  ...sortedBy('gmtTime', 'amount'),
};
export const typesOf = <T extends z.ZodMiniType<string, string>>(type: T) => ({ types: z.optional(listParam(type)) });

export const paged = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), pageNum: z.int(), pageSize: z.int(), totalSize: z.int() });

type Twin<Shape> = { [K in keyof Shape & string as `${K}Formatted`]: z.ZodMiniString };
/** Each amount beside its twin for the eye: `amount` and `amountFormatted`. */
export const withTwins = <const Shape extends Readonly<Record<string, z.ZodMiniType>>>(
  shape: Shape,
): Shape & Twin<Shape> => {
  const pairs = Object.entries(shape).flatMap(([name, schema]) => [
    [name, schema],
    [`${name}Formatted`, z.string()],
  ]);
  // What the loop does to the names is what Twin does to the types.
  return Object.fromEntries(pairs) as Shape & Twin<Shape>;
};

export const noContent = z.void();
export const contractParams = z.strictObject({ id: contractId });

/** The body of every refusal. `code` equals the HTTP status, `metadata.field` names what was wrong. */
export const errorReply = z.object({
  code: z.int(),
  reason: z.string(),
  message: z.string(),
  metadata: z.record(z.string(), z.string()),
  requestId: z.string(),
});
export type ErrorReply = z.output<typeof errorReply>;
