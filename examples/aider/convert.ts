import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { AiderConverter, type ConverterOptions } from './aider-converter.ts';

const USAGE = `Usage: node --import tsx examples/aider/convert.ts <log.jsonl> [options] > traffic.jsonl
  --connection FILE    connection.json of a running system (default: the one in $TRUETALLY_DATA or .data)
  --organization ID --workspace ID --application ID --gateway ID --environment ID
                       where the traffic belongs; by default the first environment of the connection
  --gap-days DAYS      declare longer silences as time that was not recorded (default 7)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    connection: { type: 'string', default: join(process.env['TRUETALLY_DATA'] ?? '.data', 'connection.json') },
    organization: { type: 'string' },
    workspace: { type: 'string' },
    application: { type: 'string' },
    gateway: { type: 'string' },
    environment: { type: 'string' },
    'gap-days': { type: 'string', default: '7' },
  },
});

interface Connection {
  readonly organization_id?: string;
  readonly workspace_id?: string;
  readonly environments?: readonly { application_id: string; gateway_id: string; environment_id: string }[];
}

function scopeOf(): ConverterOptions['scope'] | undefined {
  const connection = existsSync(values.connection)
    ? (JSON.parse(readFileSync(values.connection, 'utf8')) as Connection)
    : {};
  const scope = {
    organization_id: values.organization ?? connection.organization_id,
    workspace_id: values.workspace ?? connection.workspace_id,
    ...leafOf(connection),
  };
  return Object.values(scope).includes(undefined) ? undefined : (scope as ConverterOptions['scope']);
}

function leafOf(
  connection: Connection,
): Record<'application_id' | 'gateway_id' | 'environment_id', string | undefined> {
  const [leaf] = connection.environments ?? [];
  return {
    application_id: values.application ?? leaf?.application_id,
    gateway_id: values.gateway ?? leaf?.gateway_id,
    environment_id: values.environment ?? leaf?.environment_id,
  };
}

async function convert(log: string, options: ConverterOptions): Promise<void> {
  const converter = new AiderConverter(options);
  for await (const line of createInterface({ input: createReadStream(log), crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const text = converter
      .convert(line)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join('');
    if (!process.stdout.write(text)) await new Promise((drained) => process.stdout.once('drain', drained));
  }
}

const [log] = positionals;
const scope = scopeOf();
const gapDays = Number(values['gap-days']);
if (log === undefined || scope === undefined || !(gapDays > 0)) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  await convert(log, { scope, gapDays });
}
