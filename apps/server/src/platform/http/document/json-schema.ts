import * as z from 'zod';
import type * as mini from 'zod/mini';

/** A schema of a call as JSON Schema: of what is asked, or of what is answered. */
export function jsonSchemaOf(schema: mini.ZodMiniType, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' });
}
