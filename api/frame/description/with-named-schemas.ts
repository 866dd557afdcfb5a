import { DefectError } from '../../../domain/kernel/errors.ts';

/** The part of an OpenAPI document that names its schemas. */
interface Described {
  paths?: object;
  components?: { schemas?: Record<string, object> };
}

/** The form of type names in generated clients. Titles for people contain a space or begin with a lower-case letter. */
const NAME = /^[A-Z][A-Za-z0-9]*$/;

/**
 * The members that stay unchanged: example documents, and parameters, from whose schemas the framework has moved texts.
 */
const KEPT: readonly string[] = ['default', 'enum', 'const', 'example', 'examples', 'parameters'];

/**
 * Moves every schema with a name (its `title`) to the components of a description, once, and replaces its occurrences
 * with references. The routes keep complete schemas, so that the checks of requests resolve no references.
 *
 * @throws DefectError for two schemas with the same name
 */
export function withNamedSchemas<Document extends Described>(document: Document): Document {
  const schemas: Record<string, object> = {};
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return (value as unknown[]).map(named);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value as Record<string, unknown>).map(
      ([key, member]) => [key, KEPT.includes(key) ? member : named(member)] as const,
    );
    const copy = Object.fromEntries(members) as { title?: unknown };
    const { title } = copy;
    if (typeof title !== 'string' || !NAME.test(title)) return copy;
    const known = (schemas[title] ??= copy);
    if (JSON.stringify(known) !== JSON.stringify(copy)) throw new DefectError(`Two schemas have the name ${title}.`);
    return { $ref: `#/components/schemas/${title}` };
  };
  const paths = named(document.paths ?? {}) as object;
  const inOrder = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, paths, components: { ...document.components, schemas: inOrder } };
}
