import { MANAGEMENT_OPERATIONS } from '../../contracts/management/operations.ts';
import { MANAGEMENT_PATH } from '../../contracts/management/root.ts';
import type { BareAnswer, FileAnswer, Operation } from '../../contracts/wire/operations/operation.ts';
import { PATH_IDS } from '../../contracts/wire/path-ids.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import { managementDocument } from '../management/management-document.ts';

interface NamedSchema {
  readonly $ref?: string;
}
type Content = Readonly<Record<string, { readonly schema?: NamedSchema }>>;

interface Described {
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: { readonly type?: string; readonly enum?: readonly string[] };
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** The facts about an operation of the management plane that its client needs. */
export interface ManagementMethod {
  readonly name: string;
  readonly operation: Operation<BareAnswer | FileAnswer>;
  /** The ids in its path, with their names in the method. */
  readonly ids: readonly { readonly id: string; readonly called: string }[];
  /** The type of the request body; undefined if it has none. */
  readonly body: string | undefined;
  /** The type of its query parameters, and if one of them is required; undefined if it has none. */
  readonly query: { readonly type: string; readonly isRequired: boolean } | undefined;
  /** The type of the answer; undefined for a stream of server-sent events. */
  readonly document: string | undefined;
}

/**
 * Every operation of the management plane, with its types from the OpenAPI document.
 *
 * @throws DefectError if an answer or a required body has no named type
 */
export async function managementMethods(): Promise<ManagementMethod[]> {
  const { paths } = JSON.parse(await managementDocument()) as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  return Object.entries<Operation<BareAnswer | FileAnswer>>(MANAGEMENT_OPERATIONS).map(([name, operation]) => {
    const described = paths[MANAGEMENT_PATH + operation.path]?.[operation.method.toLowerCase()];
    const document = typeIn(described?.responses[operation.success]?.content);
    const isStream = 'content' in operation.answer;
    if (described === undefined || (document === undefined && !isStream))
      throw new DefectError(`The answer of ${name} has no named type.`);
    return {
      name,
      operation,
      ids: idsIn(operation.path),
      body: bodyOf(name, described),
      query: queryOf(described),
      document,
    };
  });
}

/** The type of a named schema. */
function typeIn(content: Content | undefined): string | undefined {
  return content?.['application/json']?.schema?.$ref?.split('/').at(-1);
}

/** The type of the request body; undefined for a body without any members. */
function bodyOf(name: string, { requestBody }: Described): string | undefined {
  const type = typeIn(requestBody?.content);
  if (type === undefined && requestBody?.required === true)
    throw new DefectError(`The request body of ${name} has no named type.`);
  return type;
}

function queryOf({ parameters = [] }: Described): ManagementMethod['query'] {
  const members = parameters.filter((one) => one.in === 'query');
  if (members.length === 0) return undefined;
  const texts = members.map(({ name, required = false, schema }) => {
    const type = schema.enum?.map((one) => `'${one}'`).join(' | ') ?? (schema.type === 'integer' ? 'number' : 'string');
    return required ? `readonly ${name}: ${type}` : `readonly ${name}?: ${type} | undefined`;
  });
  return { type: `{ ${texts.join('; ')} }`, isRequired: members.some(({ required }) => required) };
}

function idsIn(path: string): ManagementMethod['ids'] {
  const known: Readonly<Record<string, string>> = PATH_IDS;
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => ({
    id,
    called: known[id] === undefined ? id : `${known[id]}Id`,
  }));
}
