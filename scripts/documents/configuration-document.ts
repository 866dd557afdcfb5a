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
      'process reads both once at start; the gateway reads the file again when it changes. A process lists all faults of both',
      'at once. An empty variable counts as not set, and an unknown `TRUETALLY_…` variable is a fault. This page is generated',
      'from the schemas: run `npm run generate` after a change.',
      '',
      '## Environment variables',
      '',
      'A secret (marked `…_FILE`) may be in a file instead. The variable with `_FILE` after its name has the path of that file;',
      'line ends at its end are ignored. Secrets appear in no log and in no Temporal history. If a private authority signed',
      'the certificates of Postgres, ClickHouse or the collector of traces, `NODE_EXTRA_CA_CERTS` names its file.',
      '',
      'Each process reads its own variables and no others, above all no other secrets: a key that it does not use counts as',
      'not set, and its file is not opened. `npm start` reads all of them and passes each process its own. From its own',
      'environment, its processes get the folders of programs and files, language, zone and the variables of Node. Processes',
      'that send traces also get `OTEL_EXPORTER_OTLP_…`. `command` stands for `npm run operator`, `import` and `rebuild-facts`.',
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
