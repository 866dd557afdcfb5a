import { examineConfiguration } from '../../../runtime/configuration/examine-configuration.ts';
import { configurationPathOf, readConfigurationText, unusable } from '../../configuration/load-configuration.ts';
import { CommandFault } from '../../output/command-fault.ts';
import { paint, type Style } from '../../output/paint.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import type { Context } from '../../tree/context.ts';
import { migrateConfiguration } from './migrate-configuration.ts';
import { unifiedDiff } from './unified-diff.ts';

export async function run(
  context: Context,
  { flags }: { readonly flags: { readonly config: string | undefined } },
): Promise<Result> {
  const path = configurationPathOf(context, flags.config);
  const before = readConfigurationText(context, path);
  const migration = migrateConfiguration(before);
  if ('faults' in migration) throw cannotMigrate(path, migration.faults);
  const { content, changes } = migration;
  const { state, remarks } = examineConfiguration(content);
  if (state === 'invalid') throw changes.length === 0 ? unusable(path, remarks) : resultHasFaults(path, remarks);
  return Promise.resolve({
    kind: 'document',
    document: { file: path, is_changed: changes.length > 0, changes, content },
    text: (screen) =>
      // A pipe and a file get the migrated file, a person sees what changes.
      screen.width === undefined ? content.trimEnd() : diffText(before, content, path, screen),
    notes:
      changes.length === 0
        ? [`${path} already has the current form.`]
        : changes.map(({ from, to }) => `${from} becomes ${to}`),
  });
}

function diffText(before: string, after: string, path: string, screen: Screen): string {
  const styleOf = (line: string): Style | undefined =>
    line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : line.startsWith('@') ? 'cyan' : undefined;
  return unifiedDiff(before, after, [path, `${path} (migrated)`])
    .map((line) => {
      const style = styleOf(line);
      return style === undefined ? line : paint(screen, style, line);
    })
    .join('\n');
}

function cannotMigrate(path: string, faults: readonly string[]): CommandFault {
  return new CommandFault('usage', `The configuration file ${path} cannot be migrated.`, {
    why: faults.slice(0, 5).join('; '),
    next: 'docs/cli/policy-migrate.md has the former form and an example',
  });
}

/** The former file has a fault in a part that the migration copies. */
function resultHasFaults(path: string, remarks: readonly { readonly path: string; readonly detail: string }[]) {
  return new CommandFault('usage', `The configuration file ${path} would have faults after its migration.`, {
    why: remarks
      .slice(0, 5)
      .map((remark) => `${remark.path} ${remark.detail}`.trimStart())
      .join('; '),
    next: 'mend these members in the file, and migrate it again',
  });
}
