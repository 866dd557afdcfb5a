import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { convertLlmperf, type LlmperfCall } from './llmperf-converter.ts';

const USAGE = `Usage: node --import tsx examples/llmperf/convert.ts <file.json>... [options] > traffic.jsonl
  --scopes FILE        JSON: for each file, by its name without .json, the ids of where its traffic belongs:
                       organization_id, workspace_id, application_id, gateway_id and environment_id
  --connection FILE    connection.json of a running system (default: the one in $TRUETALLY_DATA or .data); its first
                       environment takes the files that the scopes do not name`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scopes: { type: 'string' },
    connection: { type: 'string', default: join(process.env['TRUETALLY_DATA'] ?? '.data', 'connection.json') },
  },
});

type LeafScope = Parameters<typeof convertLlmperf>[1];

interface Connection {
  readonly organization_id: string;
  readonly workspace_id: string;
  readonly environments: readonly Pick<LeafScope, 'application_id' | 'gateway_id' | 'environment_id'>[];
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function firstEnvironment(): LeafScope | undefined {
  if (!existsSync(values.connection)) return undefined;
  const { organization_id, workspace_id, environments } = readJson(values.connection) as Connection;
  const [leaf] = environments;
  if (leaf === undefined) return undefined;
  const { application_id, gateway_id, environment_id } = leaf;
  return { organization_id, workspace_id, application_id, gateway_id, environment_id };
}

const scopes = values.scopes === undefined ? {} : (readJson(values.scopes) as Record<string, LeafScope>);
const elsewhere = firstEnvironment();
const files = positionals.map((path) => {
  const name = basename(path, '.json');
  return { path, name, scope: scopes[name] ?? elsewhere };
});
if (files.length === 0 || files.some(({ scope }) => scope === undefined)) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  for (const { path, name, scope } of files) {
    if (scope === undefined) continue;
    const events = convertLlmperf({ name, calls: readJson(path) as LlmperfCall[] }, scope);
    process.stdout.write(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  }
}
