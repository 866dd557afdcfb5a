import { describe, expect, it } from 'vitest';
import { makeToken } from '../../../../store/tenancy/credential-token.ts';
import { runTt } from '../../../../testing/cli/run-tt.ts';

const DATASET = 'qds_00000000000000000000000001';
const CALIBRATION = 'qcal_00000000000000000000000001';
const EXPERIMENT = 'qexp_00000000000000000000000001';
const RUN = 'qrun_00000000000000000000000001';
const ARMS = ['a', 'b'].map((name) => `--arm name=${name},evaluator=human.label,metric=safety,tier=${name}`).join(' ');

/** An address at which nothing listens: a line that passes every check ends with 6. */
const NOBODY = { TRUETALLY_MANAGEMENT_URL: 'http://127.0.0.1:9', TRUETALLY_PLANE_KEY: makeToken('plane').token };

/** A line, its exit code, and a part of its standard error. */
type Row = readonly [line: string, code: number, error: string];

/** The only reason against these lines is that no service answers, so the command line accepts all of their flags. */
const ACCEPTED: readonly string[] = [
  'keys list',
  `keys list --owner a --environment env_00000000000000000000000001 --status active --limit 100 --cursor x`,
  'keys revoke kid_00000000000000000000000001 --yes',
  'user list --removed --limit 1',
  'user remove ada --yes',
  'user passwd ada --one-time',
  'token list --cursor x',
  'token revoke tok_00000000000000000000000001 --yes',
  'fleet list --state silent',
  `quality reliability`,
  `quality reliability ${CALIBRATION} --workspace t_00000000000000000000000001`,
  'quality coverage --metric safety --top 100 --since 30d --until 2026-01-01T00:00:00Z',
  'quality coverage --since 2w',
  'quality coverage --since 2026-01-01T00:00:00+01:00',
  'evals datasets',
  `evals datasets ${DATASET} --resolve --items 10`,
  'evals validate',
  `evals compare ${DATASET} --experiment ${EXPERIMENT} --baseline a --candidate b`,
];

/** Lines that write are not repeated, because the service may have done the work. */
const ACCEPTED_WRITES: readonly string[] = [
  'keys mint --owner team/a --label x --environment env_00000000000000000000000001 --models m1,m2 --providers p --endpoints messages,chat_completions,responses,embeddings,generate_content,models --expiry 1h30m --allow-passthrough',
  'keys mint --owner a --label x --environment env_00000000000000000000000001 --models= --providers= --endpoints=',
  'keys rotate kid_00000000000000000000000001 --grace 24h',
  'keys rotate kid_00000000000000000000000001 --grace 0',
  'user add ada --role viewer',
  'user add ada --role operator',
  'user add ada --role admin',
  'user set-role ada --role viewer',
  'token new --role viewer --label ci --ttl 8760h --scopes evals:read',
  'token new --role operator --label ci',
  'token new --role admin --label ci',
  'fleet decommission proxy-1',
  'quality calibrate --confidence 0.95 --min-n 50 --since 30d --until 2026-01-01T00:00:00Z --now 2026-01-02T00:00:00Z --wait-timeout 1m',
  `quality activate ${CALIBRATION}`,
  `evals run ${DATASET} ${ARMS} --title t --segment s`,
  `evals run ${DATASET} --experiment ${EXPERIMENT} --run-id ${RUN}`,
  `evals compare ${DATASET} ${ARMS} --baseline a --candidate b`,
  'calibrate --rule small --quality-budget 0.02 --min-labeled 50',
  'calibrate --param routing.rules.small.min_input_tokens --target-frontier-pct 1',
  `calibrate --activate ${CALIBRATION}`,
];

const FORMS: readonly Row[] = [
  ['keys mint --label x', 2, 'The command needs --owner <node>.'],
  ['keys mint --owner a', 2, 'The command needs --label <text>.'],
  ['keys mint --owner a! --label x', 2, '--owner must be 1 to 128 letters'],
  ['keys mint --owner a --label x --models m,,n', 2, '--models must be a list separated by commas'],
  ['keys mint --owner a --label x --models m,m', 2, '--models must be a list separated by commas'],
  ['keys mint --owner a --label x --providers ,', 2, '--providers must be'],
  ['keys mint --owner a --label x --endpoints nothing', 2, '--endpoints must be a list of'],
  ['keys mint --owner a --label x --expiry 0', 2, '--expiry must be a duration above 0, such as 720h.'],
  ['keys mint --owner a --label x --expiry soon', 2, '--expiry must be a duration above 0, such as 720h.'],
  ['keys mint --owner a --label x --allow-passthrough=yes', 2, '--allow-passthrough is a switch and takes no value.'],
  ['keys mint --owner a --label x --environment x', 2, '--environment must be the id of one environment.'],
  ['keys list --status gone', 2, '--status must be one of active, expired, revoked.'],
  ['keys list --limit 0', 2, '--limit must be a whole number, 1 to 100.'],
  ['keys list --limit 101', 2, '--limit must be a whole number, 1 to 100.'],
  ['keys revoke', 2, '<KID> is missing.'],
  ['keys revoke x --yes', 2, '<KID> must be the id of one virtual key.'],
  ['keys revoke kid_00000000000000000000000001', 2, 'Nobody can answer here.'],
  ['keys revoke kid_00000000000000000000000001 --no-input', 2, 'Nobody can answer here.'],
  ['keys rotate kid_00000000000000000000000001', 2, 'The command needs --grace <dur>.'],
  ['keys rotate kid_00000000000000000000000001 --grace 25h', 2, '--grace must be a duration of whole minutes'],
  ['keys rotate kid_00000000000000000000000001 --grace 90s', 2, '--grace must be a duration of whole minutes'],
  ['user add', 2, '<NAME> is missing.'],
  ['user add ada', 2, 'The command needs --role <role>.'],
  ['user add ada --role root', 2, '--role must be one of viewer, operator, admin.'],
  ['user add Ada --role admin', 2, '<NAME> must be 1 to 64 lowercase letters'],
  ['user remove ada', 2, 'Nobody can answer here.'],
  ['user passwd ada', 2, 'The command asks for a password'],
  ['user passwd ada --one-time --password-stdin', 2, 'contradict each other'],
  ['user passwd ada --password-stdin --management-key-stdin', 2, 'contradict each other'],
  ['user passwd ada --password secret', 2, 'The flag --password does not exist.'],
  ['user set-role ada --role root', 2, '--role must be one of viewer, operator, admin.'],
  ['token new --label ci', 2, 'The command needs --role <role>.'],
  ['token new --role viewer', 2, 'The command needs --label <text>.'],
  ['token new --role root --label ci', 2, '--role must be one of viewer, operator, admin.'],
  ['token new --role viewer --label ci --ttl 8761h', 2, '--ttl must be a duration above 0 and at most 8760h'],
  ['token new --role viewer --label ci --ttl 0', 2, '--ttl must be a duration above 0 and at most 8760h'],
  ['token new --role viewer --label ci --scopes all', 2, '--scopes must be a list of'],
  ['token revoke', 2, '<ID> is missing.'],
  ['token revoke x --yes', 2, '<ID> must be the id of one management token.'],
  ['token revoke tok_00000000000000000000000001', 2, 'Nobody can answer here.'],
  ['fleet list --state dead', 2, '--state must be one of live, silent, ended, decommissioned.'],
  ['fleet decommission', 2, '<name> is missing.'],
  ['fleet list --state-dir x --management-url http://a', 2, 'contradict each other'],
  ['fleet list --state-dir x --profile p', 2, 'contradict each other'],
  ['fleet list --management-url ftp://a', 2, 'The address must be an http or https URL'],
  ['fleet list --management-url http://a:b@c', 2, 'The address must be an http or https URL'],
  ['fleet list --management-url nowhere', 2, 'The address "nowhere" is not a URL.'],
  ['quality calibrate --confidence 1', 2, '--confidence must be a share above 0 and below 1'],
  ['quality calibrate --confidence 0', 2, '--confidence must be a share above 0 and below 1'],
  ['quality calibrate --min-n 49', 2, '--min-n must be a whole number, 50 to 1000000.'],
  ['quality calibrate --since yesterday', 2, '--since must be a window'],
  ['quality calibrate --until 30d', 2, '--until must be an RFC 3339 instant'],
  ['quality calibrate --now now', 2, '--now must be an RFC 3339 instant'],
  ['quality calibrate --fingerprint abc', 2, '--fingerprint does not apply to this command.'],
  ['quality activate', 2, '<artifact-id> is missing.'],
  ['quality activate x', 2, '<artifact-id> must be the id of one calibration.'],
  ['quality reliability x', 2, '<artifact-id> must be the id of one calibration.'],
  ['quality coverage --metric taste', 2, '--metric must be one of correctness,'],
  ['quality coverage --top 0', 2, '--top must be a whole number, 1 to 100.'],
  ['quality coverage --top 101', 2, '--top must be a whole number, 1 to 100.'],
  ['quality coverage --since 0d', 2, '--since must be a window'],
  ['evals datasets x', 2, '<dataset-id> must be the id of one dataset.'],
  [`evals datasets ${DATASET} --items many`, 2, '--items must be a whole number, 0 to 10000.'],
  ['evals run', 2, '<dataset-id> is missing.'],
  [`evals run ${DATASET}`, 2, 'An experiment compares at least two arms.'],
  [`evals run ${DATASET} --arm x`, 2, '--arm must be an arm: name=<arm>,'],
  [`evals run ${DATASET} --arm name=a,evaluator=human.label`, 2, '--arm must be an arm: name=<arm>,'],
  [`evals run ${DATASET} --arm name=a,name=b`, 2, '--arm must be an arm: name=<arm>,'],
  [
    `evals run ${DATASET} --arm name=a,evaluator=e,metric=m,basis=felt`,
    2,
    '--arm must be an arm whose basis is one of measured, reported.',
  ],
  [
    `evals run ${DATASET} --arm name=a,evaluator=e,metric=m,instrument=guess`,
    2,
    '--arm must be an arm whose instrument is one of judged_dataset_run, replay, shadow_dual_run.',
  ],
  [
    `evals run ${DATASET} --arm name=a,evaluator=human.label,metric=safety,instrument=shadow_dual_run ${ARMS}`,
    2,
    'The command line does not declare the instrument shadow_dual_run (arm a).',
  ],
  [
    `evals run ${DATASET} --arm name=j,evaluator=judge.safety,metric=safety ${ARMS}`,
    2,
    'The command line does not declare the evaluator judge.safety (arm j).',
  ],
  [
    `evals run ${DATASET} --arm name=s,evaluator=external.reported,metric=safety,basis=reported ${ARMS}`,
    2,
    'The command line does not declare the evaluator external.reported (arm s).',
  ],
  [
    `evals run ${DATASET} --arm name=r,evaluator=human.label,metric=safety,instrument=replay ${ARMS}`,
    2,
    'The arms have different instruments.',
  ],
  [
    `evals run ${DATASET} ${ARMS.replaceAll('tier=', 'instrument=replay,tier=')}`,
    2,
    '`replay` needs a judge, because its answers have no scores',
  ],
  [`evals run ${DATASET} ${ARMS.replaceAll('human.label', 'nobody')}`, 2, 'There is no evaluator `nobody`.'],
  [`evals run ${DATASET} ${ARMS} --arm-config c={}`, 2, '--arm-config names c, and no --arm has this name.'],
  [`evals run ${DATASET} ${ARMS} --arm-config a=text`, 2, '--arm-config must be <arm>=<json>'],
  [`evals run ${DATASET} ${ARMS} --arm-config a={"key":"x"}`, 2, '--arm-config must be <arm>=<json>'],
  [`evals run ${DATASET} ${ARMS} --experiment ${EXPERIMENT}`, 2, 'contradict each other'],
  [`evals run ${DATASET} --title t --experiment ${EXPERIMENT}`, 2, 'contradict each other'],
  [`evals run ${DATASET} --segment s --experiment ${EXPERIMENT}`, 2, 'contradict each other'],
  [`evals run ${DATASET} --run-id ${RUN}`, 2, '--run-id needs the experiment of the run.'],
  [`evals run ${DATASET} --run-id mine`, 2, '--run-id must be the id of one experiment run.'],
  [`evals run ${DATASET} ${ARMS} --now 2026-01-01T00:00:00Z`, 2, '--now does not apply to this command.'],
  [`evals run ${DATASET} ${ARMS} --out /nonexistent/run.json`, 2, 'The file /nonexistent/run.json cannot be created.'],
  ['evals compare', 2, '<dataset-id> is missing.'],
  [`evals compare ${DATASET} --candidate b`, 2, '--baseline and --candidate name the two arms together.'],
  [`evals compare ${DATASET} --run f ${ARMS}`, 2, 'contradict each other'],
  [`evals compare ${DATASET} --run f --experiment ${EXPERIMENT}`, 2, 'contradict each other'],
  ['evals validate --now tomorrow', 1, '--now cannot be read: "tomorrow".'],
  ['evals validate --now 2026-02-30T00:00:00Z', 1, '--now cannot be read: "2026-02-30T00:00:00Z".'],
  ['calibrate', 2, 'Exactly one of --rule and --param selects the threshold.'],
  ['calibrate --rule a', 2, 'Exactly one of --quality-budget and --target-frontier-pct is the goal of the fit.'],
  ['calibrate --rule a --param routing.rules.a.max_input_tokens', 2, 'contradict each other'],
  ['calibrate --param a --quality-budget 0.1', 2, 'A parameter has the form `routing.rules.<rule>.max_input_tokens`'],
  ['calibrate --rule a --target-frontier-pct 0.5 --quality-budget 0.1', 2, 'contradict each other'],
  ['calibrate --rule a --quality-budget 2', 2, '--quality-budget must be a share, 0 to 1'],
  ['calibrate --rule a --quality-budget 1', 2, '--quality-budget must be at least 0.001 and below 1.'],
  ['calibrate --rule a --quality-budget 0', 2, '--quality-budget must be at least 0.001 and below 1.'],
  ['calibrate --rule a --target-frontier-pct 0', 2, '--target-frontier-pct must be above 0.'],
  ['calibrate --rule a --target-frontier-pct 1.5', 2, '--target-frontier-pct must be a share, 0 to 1'],
  ['calibrate --rule a --quality-budget 0.1 --min-labeled 49', 2, '--min-labeled must be a whole number'],
  ['calibrate --activate x', 2, '--activate must be the id of one calibration.'],
  [`calibrate --activate ${CALIBRATION} --rule a`, 2, 'contradict each other'],
  [`calibrate --activate ${CALIBRATION} --quality-budget 0.1`, 2, 'contradict each other'],
  [`calibrate --activate ${CALIBRATION} --min-labeled 50`, 2, 'contradict each other'],
];

/** Flags of the contract whose files the service holds. */
const HELD: readonly string[] = [
  ...['-c f', '--config f'].flatMap((flag) => [`fleet list ${flag}`, `fleet decommission p ${flag}`]),
  ...['-c f', '--config f', '--log f', '--dir d'].flatMap((flag) => [
    `calibrate --rule a --quality-budget 0.1 ${flag}`,
    `quality calibrate ${flag}`,
    `quality activate ${CALIBRATION} ${flag}`,
    `quality reliability ${flag}`,
    `quality coverage ${flag}`,
  ]),
  ...['-c f', '--log f', '--dir d', '--content-dir d'].flatMap((flag) => [
    `evals datasets ${flag}`,
    `evals run ${DATASET} ${ARMS} ${flag}`,
    `evals compare ${DATASET} --experiment ${EXPERIMENT} ${flag}`,
    `evals validate ${flag}`,
  ]),
];

const run = (line: string) => runTt(line.split(' '), { env: NOBODY });

describe('the contract of keys, user, token, fleet, quality, evals and calibrate', () => {
  it.concurrent.each(FORMS)('tt %s ends with %i', async (line, code, error) => {
    const ended = await run(line);
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([code, '', expect.stringContaining(error)]);
    expect(ended.stderr.match(/error: /g)).toHaveLength(1);
  });

  it.concurrent.each(HELD)('tt %s is refused, because the service holds the data', async (line) => {
    const { code, stdout, stderr } = await run(line);
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/does not apply .*\n {2}because the service /),
    ]);
  });

  it.concurrent.each([...ACCEPTED, ...ACCEPTED_WRITES])('tt %s is accepted, and no service answers', async (line) => {
    const { code, stdout, stderr } = await run(line);
    expect([code, stdout, stderr]).toEqual([6, '', expect.stringContaining('http://127.0.0.1:9 did not answer.')]);
  });

  it.concurrent.each(['evals judges', 'evals run-all', 'evals judges --json'])(
    'tt %s prints the help of the group and ends with 0',
    async (line) => {
      const { code, stdout, stderr } = await run(line);
      expect([code, stdout.split('\n', 1)[0], stderr]).toEqual([
        0,
        'tt evals: datasets, experiments over them, and validations of judges',
        '',
      ]);
    },
  );

  it.concurrent.each([
    ['keys', 'mint, list, revoke, rotate'],
    ['user', 'add, list, remove, passwd, set-role'],
    ['token', 'new, list, revoke'],
    ['fleet', 'list, decommission'],
    ['quality', 'calibrate, activate, reliability, coverage'],
    ['evals', 'datasets, run, compare, validate'],
  ])('tt %s has the commands %s', async (group, commands) => {
    expect(await run(group)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: tt ${group} needs one of: ${commands}.\n  try: tt ${group} --help\n`,
    });
  });

  it.concurrent.each([
    ['keys mint --help', '--models <list>         the models that it may call (default unrestricted)'],
    ['quality coverage --help', '                          (default 10)'],
    ['quality calibrate --help', '(default 5m)'],
    ['token new --help', '2160h (90 days) unless'],
  ])('tt %s shows the default in "%s"', async (line, text) => {
    const { code, stdout } = await run(line);
    expect([code, stdout]).toEqual([0, expect.stringContaining(text)]);
  });
});
