import { Type, type TSchema } from 'typebox';
import { ConfigurationFileSchema } from '../../contracts/management/configuration-file.ts';

interface Said {
  readonly form?: string;
  readonly description?: string;
  readonly fallback?: string;
}

/**
 * The lines of `docs/configuration.md` about the configuration file: every setting, out of the schema that reads it.
 */
export function configurationFileSection(): string[] {
  return [
    '## The configuration file',
    '',
    'YAML 1.2: `tokentriage.yaml` in the folder that a process runs in, where there is one, or the file that `TRUETALLY_CONFIG` names. API,',
    'worker and gateway read it when they start; the gateway also when it changes ([how](gateway.md#changing-the-configuration)), so that for the other two a',
    'change needs a restart: every setting of `evals` and `dashboard` takes effect then and not before. API and worker look at the file every 30 s,',
    'and log a warning when it no longer matches what they loaded. `npm run validate FILE` reads, checks and compiles it',
    'in the same way and says the same of it, with file, line and column ([decision 0122](decisions/0122-the-configuration-file.md)). It',
    'ends with 0 where they would start, with 1 where they would not, and with 2 where what was typed cannot be run; `--json` answers with',
    '`{file, state, remarks, warnings}`, `state` being `absent`, `valid`, `invalid` or `not_composable`.',
    '',
    'A key that is not below is refused, a key twice too, and so is an empty block: leave out what is not set. No secret stands in it: keys',
    'and addresses of providers are variables of the environment, by their names. A file has at most 256 KiB, 50,000 YAML tokens, and 100',
    'anchors and aliases ([decision 0191](decisions/0191-a-configuration-file-is-bounded-before-it-is-parsed.md)). An annotated file is',
    '[examples/configuration/tokentriage.yaml](../examples/configuration/tokentriage.yaml).',
    '',
    '| Setting | Must be | Default | Meaning |',
    '|---|---|---|---|',
    ...rowsOf(ConfigurationFileSchema, '', false),
  ];
}

function rowsOf(schema: TSchema, path: string, isRequired: boolean): string[] {
  const { form = '', description = '', fallback } = schema as Said;
  const own = `| \`${path}\` | ${form} | ${isRequired ? 'required' : fallback === undefined ? '' : `\`${fallback}\``} | ${description} |`;
  if (Type.IsArray(schema)) {
    const below = Type.IsObject(schema.items) ? rowsOf(schema.items, `${path}[]`, false) : [];
    return [own, ...below];
  }
  if (!Type.IsObject(schema)) return [own];
  return Object.entries(schema.properties).flatMap(([name, member]) =>
    rowsOf(member, path === '' ? name : `${path}.${name}`, !Type.IsOptional(member)),
  );
}
