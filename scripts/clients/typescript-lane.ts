import type { TSchema } from 'typebox';
import { CUSTOMER_HANDLERS } from '../../api/customer/handlers.ts';
import type { CustomerHandler } from '../../api/customer/lane/customer-handler-of.ts';
import { takesKey } from '../../api/frame/writes/idempotency.ts';
import { PATH_IDS, type PathId } from '../../contracts/wire/path-ids.ts';
import { isSentByClients } from './is-sent-by-clients.ts';
import { type ClientMethod, methodGroups } from './method-groups.ts';
import { nameDocumentType } from './name-document-type.ts';

const HEAD = `/**
 * The methods of the client, one for each operation of the customer lane. This file is made from the operations that the
 * service declares: run \`npm run generate\` after a change, and edit nothing here.
 */
`;

/** `clients/typescript/lane.ts`: the methods of the client, grouped by the names of the operations. */
export function typescriptLane(): string {
  const handlers = Object.values(CUSTOMER_HANDLERS).filter(({ operation }) => isSentByClients(operation));
  const documents = handlers.flatMap((handler) => [...answerTypes(handler), ...bodyTypes(handler)]);
  const used = [...new Set(documents)].sort();
  return `${HEAD}import type { CallOptions, CreationOptions, ListOptions } from './call-options.ts';
import type { CustomerTransport } from './customer-lane-rules.ts';
import { type ExportedRun, exportedFrom, type ExportFormat, MEDIA_TYPES } from './exported-run.ts';
import { type PagedList, pagesOf } from './paged-list.ts';
import { inEnvironment, inGateway, inWorkspace, type Place } from './place.ts';
import type { Answer, Creation } from './transport/answer.ts';
import type { ${used.join(', ')} } from './wire.ts';

${handlers.flatMap(newTypes).join('')}
${methodGroups(handlers.map(methodOf), { transport: 'CustomerTransport', suffix: '' })}`;
}

function methodOf(handler: CustomerHandler): ClientMethod {
  const { name, operation } = handler;
  return {
    operation: name,
    description: operation.description,
    parameters: parametersOf(handler),
    result: resultOf(handler),
    expression: functionOf(handler),
    // The operation about the caller itself names no organization.
    namesPlace: operation.path.includes('{org}'),
  };
}

/** The function of a method, with typed parameters so that it is valid in any position. */
function functionOf(handler: CustomerHandler): string {
  const { name, operation } = handler;
  const ids = idsOf(operation.path);
  const given = ids.map((id) => `, ${id}: ${PATH_IDS[id]}Id`).join('');
  const at = placeOf(operation.path, given);
  const head = `(${parametersOf(handler)})`;
  if (isPage(handler)) {
    const member = Object.keys(propertiesOf(handler.query)).find((one) => one !== 'limit') ?? '';
    return `${head} => pagesOf(transport, '${name}', () => ${at.startsWith('{') ? `(${at})` : at}, '${member}', options)`;
  }
  const body = hasBody(handler) ? ', body' : '';
  if ('content' in operation.answer) {
    const query = handler.query ? ', query: { format }' : '';
    const type = handler.query ? 'MEDIA_TYPES[format]' : `'${Object.keys(operation.answer.content).join()}'`;
    return `async ${head} => exportedFrom(await transport.stream('${name}', ${type}, { ids: ${at}${query}, options }))`;
  }
  return `async ${head} => transport.${isCreation(handler) ? 'create' : 'ask'}('${name}', { ids: ${at}${body}, options })`;
}

/** The expressions for the client's place, by the last id of a path. */
const WITHIN = [
  ['{env}', 'inEnvironment(place)'],
  ['{gw}', 'inGateway(place)'],
  ['{ws}', 'inWorkspace(place)'],
] as const;

/** The ids of a path: those of the client's place, and those that the call names. */
function placeOf(path: string, given: string): string {
  const within = WITHIN.find(([id]) => path.includes(id))?.[1];
  if (within !== undefined) return given === '' ? within : `{ ...${within}${given} }`;
  return path.includes('{org}') ? `{ org: place.organizationId${given} }` : '{}';
}

function parametersOf(handler: CustomerHandler): string {
  const { operation } = handler;
  const options = takesKey(operation) ? 'CreationOptions' : isPage(handler) ? 'ListOptions' : 'CallOptions';
  return [
    ...idsOf(operation.path).map((id) => `${PATH_IDS[id]}Id: string`),
    ...(hasBody(handler) ? [`body: ${sentTypeOf(handler)}`] : []),
    ...('content' in operation.answer && handler.query ? ['format: ExportFormat'] : []),
    `options?: ${options}`,
  ].join(', ');
}

function resultOf(handler: CustomerHandler): string {
  const { answer } = handler.operation;
  if ('content' in answer) return 'Promise<ExportedRun>';
  const type = nameDocumentType(answer.properties.data);
  if (isPage(handler)) return `PagedList<${type.replace('[]', '')}>`;
  return `Promise<${isCreation(handler) ? 'Creation' : 'Answer'}<${type}>>`;
}

/** The ids of the client's place, which calls need not name. */
const PLACE: readonly PathId[] = ['org', 'ws', 'app', 'gw', 'env'];

/** The ids that a call names. */
function idsOf(path: string): PathId[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id as PathId).filter((id) => !PLACE.includes(id));
}

/** The schema of the JSON body; the operation may accept other formats too. */
function bodyOf({ body, media }: CustomerHandler): TSchema {
  return body ?? media?.['application/json']?.schema ?? {};
}

/** True if the client sends a body: it omits one without required members. */
function hasBody(handler: CustomerHandler): boolean {
  if (handler.media !== undefined) return true;
  return ((bodyOf(handler) as { required?: string[] }).required ?? []).length > 0;
}

/** The type of the body. Its idempotency key is left out, because it is an option of the call. */
function sentTypeOf(handler: CustomerHandler): string {
  const type = nameDocumentType(bodyOf(handler));
  return takesKey(handler.operation) ? `New${type.replace(/Create$/, '')}` : type;
}

function newTypes(handler: CustomerHandler): string[] {
  if (!hasBody(handler) || !takesKey(handler.operation)) return [];
  const type = nameDocumentType(bodyOf(handler));
  return [
    `/** A \`${type}\` without its idempotency key, which is an option of the call. */
export type ${sentTypeOf(handler)} = Omit<${type}, 'idempotency_key'>;\n\n`,
  ];
}

function bodyTypes(handler: CustomerHandler): string[] {
  return hasBody(handler) ? [nameDocumentType(bodyOf(handler))] : [];
}

function answerTypes({ operation: { answer } }: CustomerHandler): string[] {
  return 'content' in answer ? [] : [nameDocumentType(answer.properties.data).replace('[]', '')];
}

function isPage({ operation: { answer } }: CustomerHandler): boolean {
  return !('content' in answer) && (answer as { required?: string[] }).required?.includes('next_cursor') === true;
}

function isCreation({ operation }: CustomerHandler): boolean {
  return operation.success !== 200;
}

function propertiesOf(schema: TSchema | undefined): object {
  const { properties = {} }: { readonly properties?: object } = schema ?? {};
  return properties;
}
