import * as z from 'zod/mini';

// A link's 65 is read as a number, and is a text here.
const text = z.catch(
  z.optional(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((said) => String(said).trim()),
    ),
  ),
  undefined,
);

/** Where its reader wanted to go, and what a link has filled in already. A password is never among it. */
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

/** What goes along to another region's host: what a link can fill in there. */
export type Carried = Partial<Record<keyof Prefilled, string>>;

export type Prefilled = Omit<z.output<typeof registrationSearch>, 'from'>;
