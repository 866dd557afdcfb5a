import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { createProgram } from '../runtime/commands/program.ts';
import { typescriptOperations } from './clients/typescript-operations.ts';
import { decisionIndex } from './decisions/decision-index.ts';
import { cliReference } from './documents/cli-reference.ts';
import { configurationDocument } from './documents/configuration-document.ts';
import { figureSumsModule } from './figure-sums-module.ts';
import { laneHandlers } from './lane-handlers.ts';
import { messagesDocument } from './documents/messages/messages-document.ts';
import { metricsDocument } from './documents/metrics-document.ts';

interface GeneratedFile {
  /** The path below the project's folder. */
  readonly path: string;
  readonly make: () => Promise<string>;
  /** The overrides of `.oxfmtrc.json` for the file, because the formatter's API does not apply them. */
  readonly style?: FormatConfig;
}

/** Every committed file that is generated from code. Each comes after the files that its generator imports. */
const GENERATED: readonly GeneratedFile[] = [
  { path: 'domain/insight/figure-sums.ts', make: () => Promise.resolve(figureSumsModule()) },
  { path: 'api/customer/handlers.ts', make: () => laneHandlers('customer') },
  { path: 'api/management/handlers.ts', make: () => laneHandlers('management') },
  { path: 'api/openapi.json', make: async () => (await import('./openapi-document.ts')).openapiDocument() },
  {
    path: 'contracts/management/revision.ts',
    make: async () => (await import('./management/management-document.ts')).managementRevision(),
  },
  {
    path: 'api/management-openapi.json',
    make: async () => (await import('./management/management-document.ts')).managementDocument(),
  },
  {
    path: 'api/governance-openapi.json',
    make: async () => (await import('./management/governance-document.ts')).governanceDocument(),
  },
  { path: 'clients/typescript/operations.ts', make: () => Promise.resolve(typescriptOperations()) },
  {
    path: 'clients/typescript/lane.ts',
    make: async () => (await import('./clients/typescript-lane.ts')).typescriptLane(),
  },
  {
    path: 'clients/typescript/wire.ts',
    make: async () => (await import('./clients/typescript-wire.ts')).typescriptWire(),
  },
  {
    path: 'clients/typescript/management/operations.ts',
    make: async () => (await import('./clients/typescript-management.ts')).typescriptManagementOperations(),
  },
  {
    path: 'clients/typescript/management/lane.ts',
    make: async () => (await import('./clients/typescript-management.ts')).typescriptManagementLane(),
  },
  {
    path: 'clients/typescript/management/wire.ts',
    make: async () => (await import('./clients/typescript-wire.ts')).typescriptManagementWire(),
  },
  { path: 'docs/cli-reference.md', make: cliReference, style: { proseWrap: 'always' } },
  { path: 'docs/configuration.md', make: configurationDocument },
  { path: 'docs/decisions/README.md', make: decisionIndex, style: { proseWrap: 'always' } },
  { path: 'docs/error-messages.md', make: messagesDocument, style: { proseWrap: 'always' } },
  { path: 'docs/metrics.md', make: metricsDocument },
];

const PROJECT = join(import.meta.dirname, '..');
const { check: isCheck = false } = createProgram(
  'npm run generate --',
  'Writes every committed file that is generated from code.',
)
  .option('--check', 'writes nothing, and exits with 1 if a file is not up to date')
  .parse()
  .opts<{ check?: true }>();
const style = JSON.parse(await readFile(join(PROJECT, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
const stale: string[] = [];

for (const { path, make, style: overrides } of GENERATED) {
  const file = join(PROJECT, path);
  const { code: made } = await format(path, await make(), { ...style, ...overrides });
  const committed = await readFile(file, 'utf8').catch(() => '');
  if (made === committed) continue;
  if (isCheck) stale.push(path);
  else await writeFile(file, made);
}

if (stale.length > 0) {
  console.error(`Not up to date: ${stale.join(', ')}. Run: npm run generate`);
  process.exitCode = 1;
}
