import * as z from 'zod/mini';

/** Schemas of the values that travel in every call: ids, amounts, instants, pages. */

const decimal = (places: number, message: string) =>
  z.string(message).check(z.regex(new RegExp(`^(?!-0+(\\.0+)?$)-?(0|[1-9]\\d{0,25})(\\.\\d{1,${places}})?$`), message));

/** A signed decimal string with up to 8 places, as the ledger keeps it. */
export const amount = decimal(8, 'Must be a decimal string with at most 8 places');
/** A money amount of a request: positive, at most 8 places, as a string; a JS number is refused. */
export const positiveAmount = z.string('Must be a decimal string').check(
  z.regex(/^(0|[1-9]\d{0,13})(\.\d{1,8})?$/, 'Must be a positive decimal string with at most 8 places'),
  z.refine((text) => /[1-9]/.test(text), 'Must be greater than 0'),
);
/** A rated amount, quantity or price as it is stored: up to 12 places. */
export const exactDecimal = decimal(12, 'Must be a decimal string with at most 12 places');
/** A quantity or list price of a request: not negative, at most 12 places. */
export const nonNegativeDecimal = z
  .string('Must be a decimal string')
  .check(z.regex(/^(0|[1-9]\d{0,25})(\.\d{1,12})?$/, 'Must be a decimal string of 0 or more with at most 12 places'));
/** A price multiplier: 0 < rate <= 1, at most 6 places; 0.85 means pay 85 %. */
export const discountRate = z.string('Must be a decimal string').check(
  z.regex(/^(1(\.0{1,6})?|0\.\d{1,6})$/, 'Must be a decimal string above 0 and at most 1'),
  z.refine((text) => /[1-9]/.test(text), 'Must be greater than 0'),
);

export const currency = z.enum(['USD', 'CNY']);
/** RFC 3339 in UTC. */
export const instant = z.iso.datetime({ offset: true, error: 'Must be an RFC 3339 instant' });
/** YYYY-MM-DD in the contract's billing zone. */
export const day = z.iso.date('Must be a date like 2026-10-31');
/** YYYY-MM in the contract's billing zone. */
export const billingMonth = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month like 2026-10'));

export const contractId = z.string().check(z.regex(/^ct-[a-z2-7]{4,32}$/, 'Must be a contract id'));
export const idOf = (prefix: string) =>
  z.string().check(z.regex(new RegExp(`^${prefix}-[a-z2-7]{4,40}$`), `Must be an id that starts with ${prefix}-`));
/** Text a person wrote: trimmed length within bounds, no control characters. */
export const text = (max: number, min = 1) =>
  z.string().check(
    z.minLength(min, min === 1 ? 'Must not be empty' : `Must have at least ${min} characters`),
    z.maxLength(max, `Must have at most ${max} characters`),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
    z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'Must not contain control characters'),
  );

const wholeNumber = (min: number, max: number) =>
  z
    .int(`Must be a whole number from ${min} to ${max}`)
    .check(z.gte(min, `Must be at least ${min}`), z.lte(max, `Must be at most ${max}`));

/** A whole number that comes as JSON (in searchParam) or as plain query text. */
export const intParam = (min: number, max: number) =>
  z.pipe(
    z.union([
      z.number(),
      z.pipe(
        z.string().check(z.regex(/^-?\d{1,16}$/, `Must be a whole number from ${min} to ${max}`)),
        z.transform((digits) => Number(digits)),
      ),
    ]),
    wholeNumber(min, max),
  );

/** A flag that comes as JSON or as the words true and false. */
export const boolParam = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false'], 'Must be true or false'),
    z.transform((word) => word === 'true'),
  ),
]);

/** Several values: a JSON array, or one text joined by commas. */
export const listParam = <T extends z.ZodMiniType<string, string>>(item: T) =>
  z.union([
    z.array(item).check(z.maxLength(100, 'At most 100 values')),
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((joined) => joined.split(',')),
      ),
      z.array(item).check(z.maxLength(100, 'At most 100 values')),
    ),
  ]);

/** Milliseconds since 1970, as the range filters take them. */
export const epochMs = intParam(0, 32_503_680_000_000);
export const pageNum = z._default(intParam(1, 1_000_000), 1);
/** 999999 is the console's word for "all". */
export const pageSize = z._default(intParam(1, 999_999), 10);
export const ordering = z._default(z.enum(['asc', 'desc'], 'Must be asc or desc'), 'desc');

export const paging = { pageNum, pageSize };
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), pageNum: z.int(), pageSize: z.int(), totalSize: z.int() });

export const noContent = z.void();
export const idsQuery = z.strictObject({ ids: z.string().check(z.minLength(1, 'Must name at least one id')) });
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
