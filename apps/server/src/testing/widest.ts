import * as z from 'zod/mini';

/** Three bytes for each unit of length, the most that a text can have. */
export const wide = '界';

/** The body with the widest text that the call accepts in each field that takes free text. */
export function widest<Body>({ body: schema }: { body: z.ZodMiniType<unknown, Body> }, body: Body): Body {
  const accepts = (value: unknown): value is Body => z.safeParse(schema, value).success;
  const widened = widenedBy(accepts, body);
  if (!accepts(widened)) throw new Error('The call does not accept the widest texts together');
  return widened;
}

function widenedBy(accepts: (value: unknown) => boolean, value: unknown): unknown {
  if (typeof value === 'string') return longest(accepts) || value;
  if (Array.isArray(value)) return value.map((each, at) => widenedBy((next) => accepts(value.with(at, next)), each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, widenedBy((next) => accepts({ ...value, [key]: next }), each)]),
  );
}

function longest(accepts: (text: string) => boolean): string {
  let length = 0;
  for (let step = 2 ** 15; step >= 1; step /= 2) if (accepts(wide.repeat(length + step))) length += step;
  return wide.repeat(length);
}
