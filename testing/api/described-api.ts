import { Compile } from 'typebox/schema';
import { expect } from 'vitest';
import { managementDocument } from '../../scripts/management/management-document.ts';
import { openapiDocument } from '../../scripts/openapi-document.ts';

type JsonSchema = Record<string, unknown>;
type Content = Record<string, { schema?: JsonSchema }>;

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** An operation as the document describes it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Record<string, { readonly content?: Content; readonly headers?: Record<string, object> }>;
}

export interface ApiExchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestBody: string | undefined;
  readonly status: number;
  readonly contentType: string;
  /** The answer; parsed if it is JSON. */
  readonly answer: unknown;
}

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      Omit<DescribedOperation, 'method' | 'path' | 'parameters'> & {
        parameters?: Parameter[];
      }
    >
  >;
  components: { schemas: Record<string, JsonSchema> };
}

/**
 * The operations of an OpenAPI document, with every reference resolved. `npm run check` compares the document with the
 * committed one.
 */
async function readDescription(document: Promise<string>): Promise<DescribedOperation[]> {
  const { paths, components } = JSON.parse(await document) as OpenApi;
  const resolved = resolvedPaths(paths, components.schemas);
  return Object.entries(resolved).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): DescribedOperation => ({
      parameters: [],
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

let described: Promise<DescribedOperation[]> | undefined;

/** Every operation that the document of the customer lane describes. The document is created at the first call. */
export function describedOperations(): Promise<readonly DescribedOperation[]> {
  return (described ??= readDescription(openapiDocument()));
}

let describedManagement: Promise<DescribedOperation[]> | undefined;

/** Every operation that the document of the management plane describes. */
export function describedManagementOperations(): Promise<readonly DescribedOperation[]> {
  return (describedManagement ??= readDescription(managementDocument()));
}

/** Checks a well-formed request and its answer against the document. */
export async function checkAgainstDescription(exchange: ApiExchange): Promise<void> {
  const { method, url, status } = exchange;
  const found = (await describedOperations()).filter((one) => one.method === method && isAt(one.path, url.pathname));
  expect(found, `${method} ${url.pathname}`).toHaveLength(1);
  const operation = found[0]!;
  const context = `${operation.operationId} → ${status}`;
  holdRequest(operation, exchange, context);
  const response = operation.responses[String(status)];
  expect(response, context).toBeDefined();
  const content = response?.content?.[exchange.contentType];
  expect(content, `${context} as ${exchange.contentType}`).toBeDefined();
  if (exchange.contentType.endsWith('json')) holdValue(content?.schema ?? {}, exchange.answer, context);
}

function holdRequest(operation: DescribedOperation, exchange: ApiExchange, context: string): void {
  const { searchParams } = exchange.url;
  const known = operation.parameters.filter((one) => one.in !== 'path');
  const names = known.filter((one) => one.in === 'query').map(({ name }) => name);
  expect(names, context).toEqual(expect.arrayContaining([...searchParams.keys()]));
  for (const { in: place, name, required, schema } of known) {
    const text = place === 'header' ? exchange.headers[name] : (searchParams.get(name) ?? undefined);
    if (required === true) expect(text, `${context} ${name}`).toBeDefined();
    const value = schema['type'] === 'integer' ? Number(text) : text;
    if (text !== undefined) holdValue(schema, value, `${context} ${name}`);
  }
  holdBody(operation, exchange, context);
}

function holdBody({ requestBody }: DescribedOperation, exchange: ApiExchange, context: string): void {
  const schema = requestBody?.content['application/json']?.schema;
  if (exchange.requestBody === undefined) {
    expect(requestBody?.required ?? false, `${context} without a body`).toBe(false);
    return;
  }
  expect(exchange.headers['content-type'], context).toBe('application/json');
  expect(schema, `${context} with a body`).toBeDefined();
  holdValue(schema!, JSON.parse(exchange.requestBody), context);
}

const validators = new Map<JsonSchema, ReturnType<typeof Compile>>();

function holdValue(schema: JsonSchema, value: unknown, context: string): void {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  if (validator.Check(value)) return;
  expect(validator.Errors(value)[1], `${context}: ${JSON.stringify(value).slice(0, 600)}`).toEqual([]);
}

function resolvedPaths(paths: OpenApi['paths'], schemas: OpenApi['components']['schemas']): OpenApi['paths'] {
  // Each schema is resolved once, so that it is compiled once for all its references.
  const known = new Map<string, unknown>();
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) {
      const name = String(value.$ref).replace('#/components/schemas/', '');
      if (!known.has(name)) known.set(name, resolve(schemas[name]));
      return known.get(name);
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
  };
  return resolve(paths) as OpenApi['paths'];
}

function isAt(template: string, path: string): boolean {
  const parts = template.split('/');
  const given = path.split('/');
  return parts.length === given.length && parts.every((part, index) => part.startsWith('{') || part === given[index]);
}
