/**
 * The sentences for invalid values, by name, with placeholders in braces. The API returns these sentences, and the
 * console replaces each with its own words; it shows other sentences unchanged.
 */
export const rules = {
  required: 'Must not be empty',
  shortest: 'Must have at least {min} characters',
  longest: 'Must have at most {max} characters',
  controlCharacters: 'Must not contain control characters',
  oneLine: 'Must be a single line of visible characters',
  wholeText: 'Must not contain incomplete characters',
  signedDecimal: 'Must be a decimal string with at most {places} places',
  positiveDecimal: 'Must be a positive decimal string with at most {places} places',
  decimalString: 'Must be a decimal string',
  notNegative: 'Must be a decimal string of 0 or more with at most 12 places',
  unitPrice: 'Must be a decimal string from 0 to 1000000 with at most 12 places',
  amountNotNegative: 'Must be a number of 0 or more with at most 8 decimal places',
  aboveZero: 'Must be greater than 0',
  multiplier: 'Must be a multiplier above 0 and up to 1, with at most 6 places',
  instant: 'Must be an RFC 3339 instant, or milliseconds since 1970',
  day: 'Must be a date like 2026-10-31',
  month: 'Must be a month like 2026-10',
  id: 'Must be an id that starts with {prefix}-',
  contractId: 'Must be a contract id',
  wholeNumber: 'Must be a whole number from {min} to {max}',
  least: 'Must be at least {min}',
  most: 'Must be at most {max}',
  flag: 'Must be true or false',
  tooMany: 'At most {max} values',
  ordering: 'Must be asc or desc',
  ids: 'Must name at least one id',
  monthWindow: 'Must be a month from 2000 to 2100',
  instantPassed: 'Must be in the future',
  instantWindow: 'Must lie in the years 2000 to 2100',
  unknownField: '{name} is not a known parameter.',
  givenTwice: 'Must be given once.',
  jsonObject: 'Must be a JSON object.',
  idempotencyKey: 'Must have 1 to 255 visible ASCII characters.',
  endBeforeStart: 'Must not lie before start.',
  emailRequired: 'The email is required',
  emailInvalid: 'The email is invalid',
  noSpace: 'Can not contain space',
  passwordRequired: 'The password is required',
  passwordLength: 'The length range must be [8-32]',
  passwordCharacters: 'Can not contain @ % / ',
  passwordCommon: 'This password is too common',
  codeRequired: 'The verification code is required',
  codeWrong: 'The verification code is wrong or no longer valid',
  passkeyWrong: 'This passkey could not be checked. Please try again.',
  phoneInvalid: 'Please enter a validate phone',
  phoneOfCountry: 'Please enter a valid {country} phone number ({digits} digits)',
  countryCodeUnknown: 'Unsupported country code',
  uploadedFile: 'Must be a file',
  brokenForm: 'The form is incomplete or malformed',
  portraitTooLarge: 'The picture must be smaller than 1 MB',
  portraitPixels: 'The picture must have at most {max} million pixels',
  portraitFormat: 'The picture must be a PNG, a JPEG or a WebP',
  identityId: 'Must have exactly 18 letters and digits',
  aboutToday: 'Must be today',
  buyerTypeStays: "Must match the contract's buyer type",
  successorOfRenewed: 'Is required when a contract is renewed, and not allowed otherwise',
  featureName: 'Must begin with a small letter and have only small letters, digits and hyphens',
  lettersAndDigits: 'Must contain only letters and digits',
  nameRequired: 'The name is required',
  startsWithLetter: 'Must start with a letter',
  nameCharacters: 'Must contain only letters、numbers or underscores',
  nameLength: 'The length range must be [3-64]',
  regionUnknown: 'This region does not exist.',
  regionNotServing: 'This region does not exist or does not serve the contract.',
  dailyRange: 'A daily chart covers at most {days} days.',
  dimensionMissing: 'Must name at least one dimension.',
  tooManyGroups: 'These dimensions make more than {max} groups: choose fewer, or a shorter range.',
  tagKey: 'Must have only letters, digits and _ . - / :',
  tooManySteps: 'This page has more than {max} amounts of steps: choose longer steps, fewer rows, or a shorter range.',
  tagFilter: 'Must be key=value, or a key alone for what has no such tag',
  tooManyTags: 'There are too many tags and changes of tags to read: choose fewer data clouds, or a shorter range.',
  stopsWholeDataclouds: 'A budget of some products can warn and ask, but cannot stop data clouds',
  purchaseRange: 'Must be a word like this-month, or days like 2026-10-01..2026-10-15, at most a year',
  onlyForTags: 'Is only for a grouping by tag',
  onlyConfirm: 'A customer can only confirm',
  statementMissing: 'Must name at least one statement',
  namedTwice: '{id} is named twice.',
  domain: 'Must be a domain like example.com',
  providerAddress: 'Must be an address that begins with https://',
  certificate: 'Must be an X.509 certificate in PEM with an RSA key of 2048 bits or more',
} as const;

export type RuleId = keyof typeof rules;
type Places<Text> = Text extends `${string}{${infer Place}}${infer Rest}` ? Place | Places<Rest> : never;
/** The placeholders of a rule's sentence. */
export type RuleArguments<Id extends RuleId> = Readonly<Record<Places<(typeof rules)[Id]>, string | number>>;

/** Returns a rule's sentence in English, with its placeholders filled. */
export function says<Id extends RuleId>(
  id: Id,
  ...[places]: [Places<(typeof rules)[Id]>] extends [never] ? [] : [RuleArguments<Id>]
): string {
  return rules[id].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(new Map(Object.entries(places ?? {})).get(name)),
  );
}

/** Error options of a schema: a rule's sentence for a value of another type, and `required` for a missing one. */
export const needs = <Id extends RuleId>(...[id, ...places]: Parameters<typeof says<Id>>) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined || input === null ? rules.required : says(id, ...places),
});

/** Returns the rule and the placeholders of a sentence; undefined for any other text. */
export function ruleSaying(text: string): { id: RuleId; places: Readonly<Record<string, string>> } | undefined {
  for (const [id, pattern] of patternsOf(rules)) {
    const match = pattern.exec(text);
    if (match) return { id, places: { ...match.groups } };
  }
  return undefined;
}

// Built on demand, so that pages without refusals do not pay for it.
const patternsOf = (sentences: typeof rules) =>
  Object.entries(sentences).map(([id, sentence]): [RuleId, RegExp] => {
    const escaped = sentence.replaceAll(/[.[\]()?*+^$|\\]/g, '\\$&');
    return [id as RuleId, new RegExp(`^${escaped.replaceAll(/\{(\w+)\}/g, '(?<$1>.*)')}$`, 's')];
  });
