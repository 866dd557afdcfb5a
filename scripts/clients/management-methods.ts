import { MANAGEMENT_OPERATIONS } from '../../contracts/management/operations.ts';
import { MANAGEMENT_PATH } from '../../contracts/management/root.ts';
import type { BareAnswer, Operation } from '../../contracts/wire/operations/operation.ts';
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

/** An operation of the management plane as its client has to know it. */
export interface ManagementMethod {
  readonly name: string;
  readonly operation: Operation<BareAnswer>;
  /** The ids that its path names, with their names in a method. */
  readonly ids: readonly { readonly id: string; readonly called: string }[];
  /** The type of what is sent; undefined where nothing is. */
  readonly body: string | undefined;
  /** The type of the members of its query, and whether one of them has to be said; undefined where there is none. */
  readonly query: { readonly type: string; readonly isRequired: boolean } | undefined;
  /** The type of what is answered. */
  readonly document: string;
}

/**
 * Every operation of the management plane. What goes with each is read from the description.
 *
 * @throws DefectError for one whose answer or needed body has no name there, which no client could name
 */
export async function managementMethods(): Promise<ManagementMethod[]> {
  const { paths } = JSON.parse(await managementDocument()) as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  return Object.entries<Operation<BareAnswer>>(MANAGEMENT_OPERATIONS).map(([name, operation]) => {
    const described = paths[MANAGEMENT_PATH + operation.path]?.[operation.method.toLowerCase()];
    const document = typeIn(described?.responses[operation.success]?.content);
    if (described === undefined || document === undefined)
      throw new DefectError(`${name} answers nothing with a name.`);
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

/** The type of a schema that has a name. */
function typeIn(content: Content | undefined): string | undefined {
  return content?.['application/json']?.schema?.$ref?.split('/').at(-1);
}

/** A body in which nothing can be said is not sent. */
function bodyOf(name: string, { requestBody }: Described): string | undefined {
  const type = typeIn(requestBody?.content);
  if (type === undefined && requestBody?.required === true) throw new DefectError(`${name} is sent what has no name.`);
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
