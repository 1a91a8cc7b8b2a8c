import * as z from 'zod';
import type * as mini from 'zod/mini';

/** A schema of a call as JSON Schema: of what is asked, or of what is answered. */
export function jsonSchemaOf(schema: mini.ZodMiniType, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Of what is asked, zod leaves a default out where the value is made into another one: a list from its text, say.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.core.$ZodDefault) jsonSchema.default ??= zodSchema._zod.def.defaultValue as never;
    },
  });
}
