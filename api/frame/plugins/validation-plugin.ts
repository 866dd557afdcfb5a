import fastifyPlugin from 'fastify-plugin';
import type { TSchema } from 'typebox';
import { createValidator } from '../../../contracts/wire/validator.ts';

type Check = ReturnType<typeof createValidator>;

/**
 * The compiled checks by schema. Many routes share a schema, and compiling one takes longer than registering a route.
 */
const checks = new WeakMap<TSchema, Check>();

/**
 * Checks requests against their closed schemas without changes: no member is dropped, filled in or converted. Only in a
 * query string, in which all values are texts, integers are read as numbers. Answers are written unchecked; tests prove
 * that they match their schemas.
 */
export const validationPlugin = fastifyPlugin(
  (app, _options, done) => {
    app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
      const check = checkOf(schema);
      const isQuery = httpPart === 'querystring';
      return (data: unknown) => {
        const value = isQuery ? withWholeNumbers(schema, data) : data;
        const refusal = check(value);
        return refusal === undefined ? { value } : { error: refusal };
      };
    });
    app.setSerializerCompiler(() => (document) => JSON.stringify(document));
    done();
  },
  { name: 'validation' },
);

function checkOf(schema: TSchema): Check {
  const check = checks.get(schema) ?? createValidator(schema);
  checks.set(schema, check);
  return check;
}

function withWholeNumbers(schema: TSchema, query: unknown): unknown {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => {
      const isWhole = properties[name]?.type === 'integer' && typeof value === 'string' && /^\d{1,9}$/.test(value);
      return [name, isWhole ? Number(value) : value];
    }),
  );
}
