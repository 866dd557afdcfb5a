import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { CommandFault, usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Context } from '../../tree/context.ts';
import { launchSystem } from '../../server/launch-system.ts';
import { serverOf } from '../../server/server-program.ts';
import type { Input } from '../../tree/command.ts';
import type { Flag } from '../../tree/flag.ts';
import { anthropicQuickstart, tiersQuickstart, type Quickstart, type TierModel } from './quickstart-configuration.ts';

interface RunFlags extends Record<string, Flag<unknown>> {
  config: Flag<string | undefined>;
  anthropic: Flag<boolean>;
  simple: Flag<TierModel | undefined>;
  complex: Flag<TierModel | undefined>;
  'no-dashboard': Flag<boolean>;
}

type Values = Input<RunFlags>['flags'];

const DEFAULT_FILE = 'tokentriage.yaml';

export async function run(context: Context, { flags }: Input<RunFlags>): Promise<Result> {
  const quickstart = quickstartOf(flags);
  if (quickstart !== undefined) requireKeys(context, quickstart);
  const named = quickstart === undefined ? namedFile(context, flags.config) : undefined;
  const server = serverOf(context);
  if (named !== undefined && !flags['no-dashboard'])
    return {
      kind: 'end',
      code: await launchSystem(context, { server, more: { TRUETALLY_CONFIG: named }, output: 'inherit' }),
    };
  const written = configurationText({ quickstart, named, isPlain: flags['no-dashboard'] });
  const folder = mkdtempSync(join(tmpdir(), 'truetally-run-'));
  try {
    const file = join(folder, DEFAULT_FILE);
    writeFileSync(file, written, { mode: 0o600 });
    return {
      kind: 'end',
      code: await launchSystem(context, { server, more: { TRUETALLY_CONFIG: file }, output: 'inherit' }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function quickstartOf({ anthropic, simple, complex }: Values): Quickstart | undefined {
  if (anthropic) return anthropicQuickstart();
  if (simple !== undefined && complex !== undefined) return tiersQuickstart({ simple, complex });
  if (simple === undefined && complex === undefined) return undefined;
  const [given, missing] = simple === undefined ? ['complex', 'simple'] : ['simple', 'complex'];
  throw usageFault(`--${given} needs --${missing}, because a route has two tiers.`, 'tt run --help');
}

function requireKeys({ env }: Context, { keys }: Quickstart): void {
  const missing = keys.filter((name) => (env[name] ?? '').trim() === '');
  if (missing.length === 0) return;
  throw new CommandFault('usage', `The quickstart needs a key of the provider in ${missing.join(' and ')}.`, {
    why: 'the gateway calls the provider with its own key',
    next: `export ${missing[0] ?? ''}, and run the command again`,
  });
}

/** The absolute path of the configuration file. */
function namedFile({ env, cwd }: Context, config: string | undefined): string {
  const stated = config ?? (env['TRUETALLY_CONFIG'] || undefined);
  const path = resolve(cwd, stated ?? DEFAULT_FILE);
  if (existsSync(path)) return path;
  if (stated !== undefined) throw usageFault(`The configuration file ${path} does not exist.`, 'check the path');
  throw new CommandFault('usage', 'The command needs a configuration file or a quickstart.', {
    why: `there is no ${path}`,
    next: 'tt run --anthropic, or tt demo for a system with demo traffic and without a key',
  });
}

interface WrittenConfiguration {
  readonly quickstart: Quickstart | undefined;
  readonly named: string | undefined;
  /** True if the system runs without the management plane. */
  readonly isPlain: boolean;
}

/** The text of a configuration that differs from the named file. The parser keeps everything else of that file. */
function configurationText({ quickstart, named, isPlain }: WrittenConfiguration): string {
  const document = parseDocument(
    named === undefined ? JSON.stringify(quickstart?.configuration) : readFileSync(named, 'utf8'),
  );
  const [fault] = document.errors;
  if (fault !== undefined)
    throw new CommandFault('usage', `The configuration file ${named ?? ''} cannot be read.`, {
      why: fault.message.split('\n', 1)[0] ?? '',
      next: `tt validate -c ${named ?? ''}`,
    });
  if (isPlain) document.setIn(['dashboard', 'enabled'], false);
  return document.toString();
}
