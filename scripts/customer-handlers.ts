import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CUSTOMER_OPERATIONS } from '../contracts/customer/operations.ts';
import { DefectError } from '../domain/kernel/errors.ts';

const FOLDER = join(import.meta.dirname, '..', 'api', 'customer');
/** Of handlers, and found there itself. */
const REGISTRY = 'handlers.ts';

const HEAD = `/**
 * The handler of every operation of the customer lane. This file is made from the operations that are declared and the files
 * beside it: run \`npm run generate\` after a change, and edit nothing here.
 */
`;

interface Found {
  readonly name: string;
  readonly exported: string;
  /** Below the folder of the lane. */
  readonly file: string;
}

/**
 * `api/customer/handlers.ts`: each operation that is declared, with the export that handles it.
 *
 * @throws DefectError where an operation has no handler, or two
 */
export async function customerHandlers(): Promise<string> {
  const files = await readdir(FOLDER, { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && file !== REGISTRY).sort();
  const found = (await Promise.all(sources.map(handlersIn))).flat();
  const used = Object.keys(CUSTOMER_OPERATIONS).map((name) => {
    const [handler, ...others] = found.filter((one) => one.name === name);
    if (handler === undefined || others.length > 0) {
      throw new DefectError(`${name} has ${handler ? 'more than one handler' : 'no handler'} in api/customer/.`);
    }
    return handler;
  });
  const imports = used.map(({ exported, file }) => `import { ${exported} } from './${file}';\n`).sort();
  const rows = used.map(({ name, exported }) => `  '${name}': ${exported},\n`);
  return `${HEAD}import type { CustomerOperationName } from '../../contracts/customer/operations.ts';
import type { OperationHandler } from '../frame/operations/operation-handler.ts';
${imports.join('')}
export const CUSTOMER_HANDLERS: Readonly<Record<CustomerOperationName, OperationHandler>> = {
${rows.join('')}};
`;
}

async function handlersIn(file: string): Promise<Found[]> {
  const exports = (await import(pathToFileURL(join(FOLDER, file)).href)) as Record<string, unknown>;
  return Object.entries(exports).flatMap(([exported, value]) =>
    isHandler(value) ? [{ name: value.name, exported, file }] : [],
  );
}

function isHandler(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'operation' in value && 'answer' in value && 'name' in value;
}
