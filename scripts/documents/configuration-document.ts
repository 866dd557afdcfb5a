import { environmentSchema } from '../../runtime/configuration/environment.ts';
import { listVariableReaders } from '../../runtime/configuration/list-variable-readers.ts';
import { configurationFileSection } from './configuration-file-section.ts';

interface Variable {
  readonly default?: string | number;
  readonly unit?: string;
  readonly description?: string;
  readonly secret?: boolean;
}

/**
 * `docs/configuration.md`: every environment variable and every setting of the configuration file, from the schemas
 * that read them.
 */
export function configurationDocument(): Promise<string> {
  const rows = Object.entries(environmentSchema.properties as Readonly<Record<string, Variable>>).map(
    ([name, { default: fallback, unit = '', description = '', secret = false }]) =>
      `| \`${name}\`${secret ? ' or `…_FILE`' : ''} | ${fallback === undefined ? '' : `\`${String(fallback)}\``} | ${unit.replaceAll('|', '\\|')} | ${description} | ${readers(name)} |`,
  );
  return Promise.resolve(
    [
      '# Configuration',
      '',
      'Environment variables configure processes. An optional file configures judges, captures, routes and the gateway. Each',
      'process reads both when it starts. The gateway reads the file again when it changes. A process reports all faults of',
      'both together. An empty variable counts as not set, and an unknown `TRUETALLY_…` variable is a fault. This page is',
      'generated from the schemas: run `npm run generate` after a change.',
      '',
      '## Environment variables',
      '',
      'A secret (marked `…_FILE`) can be in a file instead. The variable with the suffix `_FILE` names the path of that file.',
      'Line breaks at the end of the file are ignored. Secrets appear in no log and in no Temporal history. If a private',
      'authority signed the certificates of Postgres, ClickHouse or the trace collector, set `NODE_EXTRA_CA_CERTS` to the file',
      'of its certificate.',
      '',
      'Each process reads only its own variables, and no secrets of others. A key that a process does not use counts as not',
      'set, and its file is not opened. `npm start` reads all variables and passes each process its own. It also passes on the',
      'folders of programs and files, the language, the time zone and the variables of Node. Processes that send traces also',
      'get `OTEL_EXPORTER_OTLP_…`. In the column `Read by`, `command` stands for `npm run operator`, `import` and',
      '`rebuild-facts`.',
      '',
      '| Variable | Default | Unit | Meaning | Read by |',
      '|---|---|---|---|---|',
      ...rows,
      '',
      ...configurationFileSection(),
      '',
    ].join('\n'),
  );
}

function readers(name: string): string {
  const others = listVariableReaders(name).filter((reader) => reader !== 'launcher');
  return others.length === 0 ? '`npm start`' : others.join(', ');
}
