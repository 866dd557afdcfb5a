import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableRevision } from '../../providers/prices/table-revision.ts';
import { buildText, readBuildVersion } from '../../runtime/telemetry/read-build-version.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** The documents of the API lanes, by the name of their contract. */
const CONTRACTS = { customer: 'openapi', management: 'management-openapi', governance: 'governance-openapi' } as const;

/** The version of jq in `jq-web`, which cannot name it itself. A test holds what distinguishes it. */
const JQ_VERSION = '1.7';

/** The versions of a build, as `tt version --json` prints them. `{node}` stands for the version at run time. */
export interface VersionDocument {
  readonly version: string;
  readonly commit?: string;
  readonly node: string;
  readonly jq: string;
  readonly prices: { readonly revision: string };
  readonly contracts: Readonly<Record<keyof typeof CONTRACTS, string>>;
}

/** Reads the versions of everything that a build contains. */
export async function readVersions(): Promise<{ readonly document: VersionDocument; readonly text: string }> {
  const build = readBuildVersion(process.env['TRUETALLY_COMMIT']);
  const names = Object.keys(CONTRACTS) as (keyof typeof CONTRACTS)[];
  const contracts = Object.fromEntries(names.map((name) => [name, contractVersion(CONTRACTS[name])]));
  const document: VersionDocument = {
    version: build.version,
    ...(build.commit !== null && { commit: build.commit }),
    node: '{node}',
    jq: `${JQ_VERSION} (jq-web ${packageVersion('jq-web')})`,
    prices: { revision: await tableRevision() },
    contracts: contracts as VersionDocument['contracts'],
  };
  const rows = [
    ['node', document.node],
    ['jq', document.jq],
    ['prices', document.prices.revision],
    ...names.map((name) => [`${name} API`, document.contracts[name]]),
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length)) + 2;
  const lines = rows.map(([name = '', value]) => `${name.padEnd(width)}${value}`);
  return { document, text: [`tt ${buildText(build)}`, ...lines].join('\n') };
}

function packageVersion(name: string): string {
  const text = readFileSync(join(PROJECT, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function contractVersion(name: string): string {
  const text = readFileSync(join(PROJECT, 'api', `${name}.json`), 'utf8');
  return (JSON.parse(text) as { info: { version: string } }).info.version;
}
