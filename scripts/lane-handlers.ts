import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CUSTOMER_OPERATIONS } from '../contracts/customer/operations.ts';
import { MANAGEMENT_OPERATIONS } from '../contracts/management/operations.ts';
import type { Operations } from '../contracts/wire/operations/operation.ts';
import { DefectError } from '../domain/kernel/errors.ts';

const API = join(import.meta.dirname, '..', 'api');
/** The registry of handlers, which is in the same folder. */
const REGISTRY = 'handlers.ts';

const LANES = {
  customer: { title: 'the customer lane', type: 'Customer', operations: CUSTOMER_OPERATIONS as Operations },
  management: { title: 'the management plane', type: 'Management', operations: MANAGEMENT_OPERATIONS as Operations },
};

interface Found {
  readonly name: string;
  readonly exported: string;
  /** The path below the folder of the lane. */
  readonly file: string;
}

/**
 * `api/<lane>/handlers.ts`: each declared operation of the lane, with the export that handles it.
 *
 * @throws DefectError if an operation has no handler or more than one
 */
export async function laneHandlers(lane: keyof typeof LANES): Promise<string> {
  const { title, type, operations } = LANES[lane];
  const files = await readdir(join(API, lane), { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && file !== REGISTRY).sort();
  const found = (await Promise.all(sources.map((file) => handlersIn(lane, file)))).flat();
  const used = Object.keys(operations).map((name) => {
    const [handler, ...others] = found.filter((one) => one.name === name);
    if (handler === undefined || others.length > 0) {
      throw new DefectError(`${name} has ${handler ? 'more than one handler' : 'no handler'} in api/${lane}/.`);
    }
    return handler;
  });
  const imports = used.map(({ exported, file }) => `import { ${exported} } from './${file}';\n`).sort();
  const rows = used.map(({ name, exported }) => `  '${name}': ${exported},\n`);
  return `/**
 * The handler of every operation of ${title}. This file is made from the operations that are declared and the files
 * next to it: run \`npm run generate\` after a change, and edit nothing here.
 */
import type { ${type}OperationName } from '../../contracts/${lane}/operations.ts';
import type { ${type}Handler } from './lane/${lane}-handler-of.ts';
${imports.join('')}
export const ${lane.toUpperCase()}_HANDLERS: Readonly<Record<${type}OperationName, ${type}Handler>> = {
${rows.join('')}};
`;
}

async function handlersIn(lane: string, file: string): Promise<Found[]> {
  const exports = (await import(pathToFileURL(join(API, lane, file)).href)) as Record<string, unknown>;
  return Object.entries(exports).flatMap(([exported, value]) =>
    isHandler(value) ? [{ name: value.name, exported, file }] : [],
  );
}

function isHandler(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'operation' in value && 'answer' in value && 'name' in value;
}
