import * as z from 'zod';
import type * as mini from 'zod/mini';

/** Returns a call's schema as JSON Schema, of its input or its output. */
export function jsonSchemaOf(schema: mini.ZodMiniType, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // For inputs, zod omits a default whose value the schema transforms, such as a list parsed from text.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.core.$ZodDefault) jsonSchema.default ??= zodSchema._zod.def.defaultValue as never;
    },
  });
}
