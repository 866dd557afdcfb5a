import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AUDIT_OUTCOMES } from '../../../domain/installation/audit.ts';
import { OCCURRENCE_STATES } from '../../../domain/schedules/report-occurrence.ts';
import { createOperatorProgram, type TypedCommand } from '../../../operator/operator-program.ts';
import { CREDENTIAL_CLASSES } from '../../../store/tenancy/credential-token.ts';
import { runToEnd, type ProgramResult } from '../../../testing/processes/run-to-end.ts';

/** Runs a command without any setup. */
function run(command: string, env: Readonly<Record<string, string>> = {}): Promise<ProgramResult> {
  const [main = '', ...args] = command.split(' ');
  return runToEnd(main, args, env);
}

const OPERATOR = 'operator/operator.ts';
const NOBODY = { TRUETALLY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };

describe('a command line', { timeout: 120_000 }, () => {
  it.each([
    ['scripts/start.mjs', 'npm start'],
    [`${OPERATOR} credential create`, 'npm run operator -- credential create '],
    ['operator/import.ts', 'npm run import -- '],
    ['maintenance/rebuild-facts.ts', 'npm run rebuild-facts -- '],
    ['maintenance/migrate.ts', 'npm run migrate -- '],
    ['operator/doctor-command.ts', 'npm run doctor -- '],
    ['operator/validate-command.ts', 'npm run validate -- '],
    ['runtime/payloads/main.ts', 'npm run codec -- '],
    [`${OPERATOR} connection add`, 'npm run operator -- connection add '],
  ])('`%s` explains itself with --help, and calls no engine', async (command, typedAs) => {
    const { code, stdout, stderr } = await run(`${command} --help`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.startsWith(`Usage: ${typedAs}`)).toBe(true);
  });

  it.each([
    [`${OPERATOR} organization create --nmae x`, "error: unknown option '--nmae'\n(Did you mean --name?)"],
    [`${OPERATOR} occurrence list`, `--state is missing. It must be one of ${OCCURRENCE_STATES.join(', ')}.`],
    ['operator/import.ts', "error: missing required argument 'file'"],
    ['maintenance/migrate.ts --jsno', "error: unknown option '--jsno'\n(Did you mean --json?)"],
    ['scripts/start.mjs --port 1', "Unknown option '--port'"],
  ])('`%s` ends with 2 and names the fault', async (command, sentence) => {
    const { code, stdout, stderr } = await run(command);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.startsWith(sentence)).toBe(true);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it.each([
    [
      `${OPERATOR} organization list`,
      'Postgres does not answer: run `npm start`, or check TRUETALLY_DATABASE_URL.\n',
      NOBODY,
    ],
    [
      `${OPERATOR} organization list`,
      'No system was started here yet. Run `npm start`, or set TRUETALLY_DATABASE_URL.\n',
      {},
    ],
    ['runtime/payloads/main.ts', 'The codec needs TRUETALLY_PAYLOAD_KEYS. Set it to the keys of the workers.\n', {}],
  ])('`%s` ends with 1 and the sentence %j', async (command, sentence, env) => {
    expect(await run(command, env)).toEqual({ code: 1, stdout: '', stderr: sentence });
  });

  it('is parsed by one function in every script that runs a program of ours', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const mains = Object.values(scripts).flatMap(
      (script) => / (?:tsx|scripts\/run\.mjs) ([\w./-]+\.ts)/.exec(script)?.[1] ?? [],
    );
    expect(mains.length).toBeGreaterThan(15);
    const silent = mains.filter((main) => !/create(Operator)?Program\(/.test(readFileSync(main, 'utf8')));
    expect(silent).toEqual([]);
  });
});

describe('the command line of the operator', () => {
  const ran: TypedCommand[] = [];
  const program = createOperatorProgram((command) => {
    ran.push(command);
    return Promise.resolve();
  });
  const verbs = program.commands.flatMap((noun) => noun.commands);

  it('describes every command and the form of every option', () => {
    expect(verbs.length).toBeGreaterThan(30);
    expect(
      verbs.filter((verb) => verb.description() === '' || verb.options.some((option) => option.description === '')),
    ).toEqual([]);
  });

  it.each([
    ['credential', 'create', '--class', CREDENTIAL_CLASSES],
    ['occurrence', 'list', '--state', OCCURRENCE_STATES],
    ['audit', 'list', '--outcome', AUDIT_OUTCOMES],
  ])('lists the values that `%s %s` accepts for %s', (noun, verb, option, values) => {
    const command = program.commands.find((one) => one.name() === noun)?.commands.find((one) => one.name() === verb);
    const help = command?.options.find(({ long }) => long === option);
    expect(help?.description).toContain(`one of ${values.join(', ')}`);
  });

  it('passes on the typed values, by their names', async () => {
    const credential = 'cred_00000000000000000000000009';
    await program.parseAsync(['credential', 'rotate', '--credential', credential, '--revoke-previous-now', '--json'], {
      from: 'user',
    });
    expect(ran).toEqual([
      { name: 'credential rotate', typed: { credential, 'revoke-previous-now': 'true' }, json: true },
    ]);
  });
});
