import { Type, type TSchema } from 'typebox';
import { ConfigurationFileSchema } from '../../contracts/management/configuration-file.ts';

interface Said {
  readonly form?: string;
  readonly description?: string;
  readonly fallback?: string;
}

/** The lines of `docs/configuration.md` about the configuration file: every setting, from the schema that reads it. */
export function configurationFileSection(): string[] {
  return [
    '## The configuration file',
    '',
    'The file is YAML 1.2. Processes read the file that `TRUETALLY_CONFIG` names, or else `tokentriage.yaml` in their',
    'working folder, if it exists. API, worker and gateway read the file when they start. The gateway also reads it when it',
    'changes ([how](gateway.md#changing-the-configuration)). API and worker need a restart, so changes of `evals` and',
    '`dashboard` take effect only then. Every 30 s, API and worker check the file, and log a warning if it differs from the',
    'loaded one.',
    '',
    '`npm run validate FILE` reads, checks and compiles the file in the same way, and reports the same faults with file, line',
    'and column ([decision 0122](decisions/0122-the-configuration-file.md)). Its exit code is 0 if the processes would start,',
    '1 if they would not, and 2 if the command is wrong. With `--json`, it prints `{file, state, remarks, warnings}`. The',
    '`state` is `absent`, `valid`, `invalid` or `not_composable`.',
    '',
    'Unknown keys, duplicate keys and empty blocks are refused. Omit settings that you do not need. The file contains no',
    'secrets: it names the environment variables with the keys and addresses of providers. It has at most 256 KiB, 50,000',
    'YAML tokens, and 100 anchors and aliases',
    '([decision 0191](decisions/0191-a-configuration-file-is-bounded-before-it-is-parsed.md)). For an annotated example, see',
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
