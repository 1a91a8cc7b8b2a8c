import * as z from 'zod/mini';

// The router parses a link's 65 as a number; here it is text.
const text = z.catch(
  z.optional(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((said) => String(said).trim()),
    ),
  ),
  undefined,
);

/** The page that the reader came from, and a link's values, which never include a password. */
export const registrationSearch = z.object({
  from: z.catch(z.optional(z.string()), undefined),
  firstName: text,
  lastName: text,
  country: text,
  company: text,
  companySize: text,
  position: text,
  scenario: text,
  countryPhone: text,
  phoneNumber: text,
  email: text,
});

/** The entries for another region's URL: the values that a link can set there. */
export type Carried = Partial<Record<keyof Prefilled, string>>;

export type Prefilled = Omit<z.output<typeof registrationSearch>, 'from'>;
