import { takesKey } from '../../api/frame/writes/idempotency.ts';
import { MANAGEMENT_PATH } from '../../contracts/management/root.ts';
import { type ManagementMethod, managementMethods } from './management-methods.ts';
import { type ClientMethod, methodGroups } from './method-groups.ts';
import { operationsModule } from './operations-module.ts';
import { repeatableOf } from './repeatable-of.ts';

const HEAD = `/**
 * The methods of the client, one for each operation of the management plane. This file is made from the operations that the
 * service declares: run \`npm run generate\` after a change, and edit nothing here.
 */
`;

/** `clients/typescript/management/operations.ts`: the method, path and answer of each operation. */
export async function typescriptManagementOperations(): Promise<string> {
  const methods = await managementMethods();
  return operationsModule({
    lane: 'the management plane',
    path: MANAGEMENT_PATH,
    transport: '../transport',
    rowType: 'OperationRow',
    rowWords: 'How each operation is sent.',
    operations: methods.map(({ name, operation, document }) => {
      const { method, path, success } = operation;
      return { name, row: { method, path, success, repeatable: repeatableOf(operation) }, document };
    }),
  });
}

/** `clients/typescript/management/lane.ts`: the methods of the client, grouped by the names of the operations. */
export async function typescriptManagementLane(): Promise<string> {
  const methods = await managementMethods();
  const documents = methods.flatMap(({ document, body }) => (body === undefined ? [document] : [document, body]));
  const options = [...new Set(methods.map(optionsOf))].sort();
  return `${HEAD}import type { ${options.join(', ')} } from '../call-options.ts';
import type { Answer } from '../transport/answer.ts';
import type { ManagementTransport } from './management-lane-rules.ts';
import type { ${[...new Set(documents)].sort().join(', ')} } from './wire.ts';

${methodGroups(methods.map(methodOf), { transport: 'ManagementTransport', suffix: 'Operations' })}`;
}

function methodOf(method: ManagementMethod): ClientMethod {
  const { name, operation, ids, body, query, document } = method;
  const parameters = [
    ...ids.map(({ called }) => `${called}: string`),
    ...(body === undefined ? [] : [`body: ${body}`]),
    ...(query === undefined ? [] : [`query${query.isRequired ? '' : '?'}: ${query.type}`]),
    `options?: ${optionsOf(method)}`,
  ].join(', ');
  const named = ids.map(({ id, called }) => (id === called ? id : `${id}: ${called}`)).join(', ');
  const sent = [
    `ids: {${named}}`,
    ...(body === undefined ? [] : ['body']),
    ...(query === undefined ? [] : [query.isRequired ? 'query' : '...(query && { query })']),
    'options',
  ].join(', ');
  return {
    operation: name,
    description: operation.description,
    parameters,
    result: `Promise<Answer<${document}>>`,
    expression: `async (${parameters}) => transport.ask('${name}', { ${sent} })`,
    namesPlace: false,
  };
}

function optionsOf({ operation }: ManagementMethod): string {
  return takesKey(operation) ? 'CreationOptions' : 'CallOptions';
}
