/** The facts about an operation that its client sends. */
export interface ClientOperation {
  readonly name: string;
  readonly row: object;
  /** The type of its answer; undefined if it answers bytes. */
  readonly document: string | undefined;
}

interface LaneOfOperations {
  /** The name of the lane in a sentence. */
  readonly lane: string;
  /** The path of the lane below the service's root. */
  readonly path: string;
  /** The path of the client's `transport/` from the module. */
  readonly transport: string;
  /** The type of a row, and the description of the rows. */
  readonly rowType: string;
  readonly rowWords: string;
  readonly operations: readonly ClientOperation[];
}

/** The source of a module with the operations of a lane, and the types of their answers. */
export function operationsModule({ lane, path, transport, rowType, rowWords, operations }: LaneOfOperations): string {
  const rows = operations.map(({ name, row }) => `  '${name}': ${JSON.stringify(row)},\n`);
  const documents = operations.flatMap(({ name, document }) => (document === undefined ? [] : [{ name, document }]));
  const imported = [...new Set(documents.map(({ document }) => document.replace('[]', '')))].sort();
  return `/**
 * The operations of ${lane}, and what they answer. This file is made from the operations that the service declares:
 * run \`npm run generate\` after a change, and edit nothing here.
 */
import type { OperationRow } from '${transport}/lane-rules.ts';
import type { ${imported.join(', ')} } from './wire.ts';

/** The path of ${lane} below the service's root. */
export const LANE_PATH = '${path}';

/** ${rowWords} */
export const OPERATIONS = {
${rows.join('')}} as const satisfies Readonly<Record<string, ${rowType}>>;

export type OperationName = keyof typeof OPERATIONS;

/** The answer of each operation. */
export interface Documents {
${documents.map(({ name, document }) => `  readonly '${name}': ${document};\n`).join('')}}
`;
}
