import { environmentSchema } from '../platform/configuration.ts';

interface Variable {
  readonly default?: string | number;
  readonly unit?: string;
  readonly description?: string;
}

/** `docs/configuration.md`: every environment variable, out of the schema that reads them. */
export function configurationDocument(): Promise<string> {
  const rows = Object.entries(environmentSchema.properties as Readonly<Record<string, Variable>>).map(
    ([name, { default: fallback, unit = '', description = '' }]) =>
      `| \`${name}\` | ${fallback === undefined ? '' : `\`${String(fallback)}\``} | ${unit.replaceAll('|', '\\|')} | ${description} |`,
  );
  return Promise.resolve(
    [
      '# Configuration',
      '',
      'Everything is set by environment variables, read once at start; all faults are listed at once. An empty variable',
      'counts as not set, an unknown `TRUETALLY_…` variable is a fault. This page is made from the schema in',
      '`platform/configuration.ts`: run `npm run generate` after a change.',
      '',
      '| Variable | Default | Unit | Meaning |',
      '|---|---|---|---|',
      ...rows,
      '',
    ].join('\n'),
  );
}
