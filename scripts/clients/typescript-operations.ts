import { CUSTOMER_OPERATIONS, CUSTOMER_PATH } from '../../contracts/customer/operations.ts';
import type { EnvelopedOperation, Operations } from '../../contracts/wire/operation.ts';
import { isSentByClients } from './is-sent-by-clients.ts';
import { nameDocumentType } from './name-document-type.ts';

const HEAD = `/**
 * The operations of the customer lane, and what they answer. This file is made from the operations that the service declares:
 * run \`npm run generate\` after a change, and edit nothing here.
 */
`;

const TYPES = `
interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the lane's root, with the ids that it names in braces. */
  readonly path: string;
  readonly success: 200 | 201 | 202;
  /** What the envelope of its answer holds; \`bytes\` where the answer has no envelope. */
  readonly kind: string;
  /**
   * Whether the same request may be sent again when nobody knows what became of it: what changes nothing more always,
   * creations under an idempotency key, everything else never.
   */
  readonly repeatable: 'always' | 'with-key' | 'never';
}
`;

const DERIVED = `
export type OperationName = keyof typeof OPERATIONS;

type IdsIn<Path extends string> = Path extends \`\${string}{\${infer Name}}\${infer Rest}\`
  ? { readonly [Key in Name]: string } & IdsIn<Rest>
  : unknown;

/** The ids that the path of an operation names. */
export type PathIds<Name extends OperationName> = object & IdsIn<(typeof OPERATIONS)[Name]['path']>;
`;

/** `clients/typescript/operations.ts`: how each operation is sent, and what its envelope holds. */
export function typescriptOperations(): string {
  const operations = Object.entries<EnvelopedOperation>(CUSTOMER_OPERATIONS satisfies Operations).filter(
    ([, operation]) => isSentByClients(operation),
  );
  const rows = operations.map(([name, operation]) => `  '${name}': ${JSON.stringify(rowOf(operation))},\n`);
  const documents = operations.flatMap(([name, { answer }]) =>
    'content' in answer ? [] : [{ name, type: nameDocumentType(answer.properties.data) }],
  );
  const imported = [...new Set(documents.map(({ type }) => type.replace('[]', '')))].sort();
  return `${HEAD}import type { ${imported.join(', ')} } from './wire.ts';

/** Where the customer lane lives below the service's root. */
export const LANE_PATH = '${CUSTOMER_PATH}';
${TYPES}
export const OPERATIONS = {
${rows.join('')}} as const satisfies Record<string, OperationRow>;
${DERIVED}
/** What each operation answers in its envelope. */
export interface Documents {
${documents.map(({ name, type }) => `  readonly '${name}': ${type};\n`).join('')}}
`;
}

function rowOf(operation: EnvelopedOperation): object {
  const { method, path, success, answer } = operation;
  const kind = 'content' in answer ? 'bytes' : answer.properties.kind.const;
  return { method, path, success, kind, repeatable: repeatableOf(operation) };
}

function repeatableOf(operation: EnvelopedOperation): 'always' | 'with-key' | 'never' {
  if (operation.effect !== 'write') return 'always';
  return ({ inherent: 'always', key: 'with-key', none: 'never' } as const)[operation.idempotency];
}
