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
 * `docs/configuration.md`: every environment variable and every setting of the configuration file, out of what reads
 * them.
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
      'How processes run is set by environment variables, and what judges, captures, routes and the gateway do by a file, which need',
      'not be there. Variables are read once at start, and so is the file, but for the gateway, which reads it again when it changes. All faults',
      'of either are listed at once. An empty variable counts as not set, an unknown `TRUETALLY_…` variable is a fault. This page is made from',
      'the schemas: run `npm run generate` after a change.',
      '',
      '## Environment variables',
      '',
      'A secret (marked `…_FILE`) may stand in a file instead, which the variable of that name with `_FILE` after it names;',
      'line ends after it do not count. Secrets appear in no log and in no Temporal history. Where a private authority signed',
      'the certificates of Postgres, ClickHouse or the collector of traces, `NODE_EXTRA_CA_CERTS` names its file.',
      '',
      'Each process reads the variables that are for it and no others, secrets above all: a key that it has no use for counts as not',
      'set, and its file is not opened. `npm start` reads all of them and hands each process its own; from the environment that it was',
      'itself started with, its processes get the folders of programs and files, language, zone and what Node reads, and those that send',
      'traces `OTEL_EXPORTER_OTLP_…`. `command` stands for `npm run operator`, `import` and `rebuild-facts`.',
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
