import { describe, expect, it } from 'vitest';
import { makeToken } from '../../../../store/tenancy/credential-token.ts';
import { demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../../testing/api/demo-ids.ts';
import { runTt } from '../../../../testing/cli/run-tt.ts';

const SERVICE = demoId('serviceIdentity', 1);
const CREDENTIAL = demoId('serviceCredential', 1);
const REPORT = demoId('report', 1);
const RUN = demoId('reportRun', 1);
const SCHEDULE = demoId('reportSchedule', 1);
const COMPARISON = demoId('comparison', 1);
const TEAMS = Array.from({ length: 9 }, (_, number) => `--team ${demoId('team', number)}`).join(' ');

const CREATE = `credential create --service ${SERVICE} --env ${demoId('environment', 1)} --gateway ${demoId('gateway', 1)} --label x`;
const ROTATE = `credential rotate --credential-id ${CREDENTIAL}`;

/** Nobody listens at this address, so a line that is accepted ends with 6. */
const NOWHERE = 'http://127.0.0.1:1';

const ENV = {
  TRUETALLY_BASE_URL: NOWHERE,
  TRUETALLY_MANAGEMENT_KEY: makeToken('management').token,
  TRUETALLY_ORGANIZATION: ORGANIZATION_ID,
  TRUETALLY_WORKSPACE: WORKSPACE_ID,
};

/** Lines that the contract refuses, with the first line of standard error. */
const REFUSED: readonly (readonly [line: string, error: string])[] = [
  // Each command needs an address, and no flag takes a key.
  ['me --management-key x', 'The flag --management-key does not exist.'],
  ['me --token x', 'The flag --token does not exist.'],
  ['me --base-url ftp://x', 'The address must be an http or https URL without credentials, query and fragment.'],
  ['me --organization nonsense', '--organization must be the id of one organization.'],
  ['me extra', 'The argument "extra" is not expected.'],
  // insights
  ['insights overview --since yesterday', '--since must be a window such as 24h, 30d or 2w, or an RFC 3339 instant.'],
  [
    'insights overview --until 2026-02-30T00:00:00Z',
    '--until must be an RFC 3339 instant, such as 2026-01-31T08:00:00Z.',
  ],
  ['insights overview --grain minute', '--grain must be one of hour, day, week, month.'],
  [
    'insights overview --purpose fun',
    '--purpose must be one of application, playground, comparison, judge, connection_validation.',
  ],
  [
    'insights overview --facet model',
    '--facet must be one of final_model, route, outcome, release, connection, purpose, input_size_bucket.',
  ],
  [
    'insights overview --facet route --dimension user',
    '--facet and --dimension contradict each other. Give one of them.',
  ],
  [
    'insights overview --dimension colour',
    '--dimension must be one of user, tenant, feature, agent, step_class, tool, key, owner, or tag.<key>.',
  ],
  ['insights overview --top 3', '--top is a number of values of --facet or --dimension.'],
  ['insights overview --previous --grain day', '--previous and --grain contradict each other. Give one of them.'],
  [
    'insights overview --metric requests.v1 --body q.json',
    '--metric and --body contradict each other. Give one of them.',
  ],
  [
    'insights overview --since 2026-02-02T00:00:00Z --until 2026-02-01T00:00:00Z',
    'The window ends at 2026-02-01T00:00:00.000Z, before it starts.',
  ],
  ['insights drilldown --grain hour', '--grain must be one of request, attempt, feedback.'],
  [
    'insights drilldown --request q1',
    '--request chooses attempts or ratings of one request, and the rows are requests.',
  ],
  [
    'insights drilldown --grain attempt --where outcome=failed',
    '--where chooses requests, and the rows have the grain attempt.',
  ],
  [
    'insights drilldown --where outcome',
    '--where must be <facet>=<value> with a facet of final_model, route, outcome, release, connection, purpose, input_size_bucket.',
  ],
  ['insights drilldown --limit 101', '--limit must be a whole number, 1 to 100.'],
  ['insights drilldown --limit 5 --all', '--limit and --all contradict each other. Give one of them.'],
  ['insights frobnicate', 'tt cloud insights has no command "frobnicate".'],
  // view
  ['view get', '<sv_…> is missing.'],
  ['view get nonsense', '<sv_…> must be the id of one saved view.'],
  ['view create', 'The command needs --name, or --body with a complete document.'],
  ['view create --name x', 'The command needs --window, or --body with a complete document.'],
  ['view create --name x --window 1d', '--window must be a duration, such as 90s, 15m or 720h.'],
  [
    'view create --name x --window 1h --calendar day',
    '--window and --calendar contradict each other. Give one of them.',
  ],
  ['view create --name x --audience world', '--audience must be one of personal, team.'],
  [`view update ${demoId('savedView', 1)} --file -`, 'The command needs --expected-revision <n>.'],
  [
    `view delete ${demoId('savedView', 1)}`,
    `Delete the saved view ${demoId('savedView', 1)}? Its reports stop. Nobody can answer here.`,
  ],
  // report
  ['report list --limit 0', '--limit must be a whole number, 1 to 100.'],
  ['report list --limit 101', '--limit must be a whole number, 1 to 100.'],
  ['report list --cursor x --all', '--cursor and --all contradict each other. Give one of them.'],
  ['report create', 'The command needs --name, or --body with a complete document.'],
  ['report create --name x', 'The command needs --view, or --body with a complete document.'],
  [
    `report create --name x --view ${demoId('savedView', 1)}`,
    'The command needs --expected-view-revision, or --body with a complete document.',
  ],
  [
    'report create --expected-view-revision -1',
    '--expected-view-revision must be a revision, which is an unsigned whole number.',
  ],
  [
    'report create --expected-view-revision 01',
    '--expected-view-revision must be a revision, which is an unsigned whole number.',
  ],
  [
    `report create ${Array.from({ length: 21 }, (_, number) => `--recipient ${demoId('subject', number)}`).join(' ')}`,
    '--recipient must be given 0 to 20 times.',
  ],
  ['report create --idempotency-key ä', '--idempotency-key must be 1 to 255 printable ASCII characters.'],
  ['report create --body - --name x', '--name and --body contradict each other. Give one of them.'],
  [`report delete ${REPORT}`, `Delete the report ${REPORT} and all its runs? Nobody can answer here.`],
  [`report delete ${REPORT} --no-input`, `Delete the report ${REPORT} and all its runs? Nobody can answer here.`],
  [`report run ${REPORT} --wait-timeout 30s`, '--wait-timeout is the longest wait of --wait.'],
  [`report run ${REPORT} --wait --wait-timeout 61m`, '--wait-timeout must be a duration up to 1h, such as 30s.'],
  [`report show ${REPORT}`, '<rrun_…> is missing.'],
  [`report cancel ${REPORT}`, '<rrun_…> is missing.'],
  [`report export ${REPORT} ${RUN} --format xml`, '--format must be one of json, csv.'],
  // report schedule and inbox
  ['report schedule create --frequency monthly', '--frequency must be one of hourly, daily, weekly.'],
  ['report schedule create --local-time 24:00', '--local-time must be a local time HH:MM, 00:00 to 23:59.'],
  [
    'report schedule create --weekday funday',
    '--weekday must be one of monday, tuesday, wednesday, thursday, friday, saturday, sunday.',
  ],
  [
    'report schedule create --anchor 2026-01-01T00:00:00Z --local-time 08:00',
    '--anchor and --local-time contradict each other. Give one of them.',
  ],
  ['report schedule create --mode sometimes', '--mode must be one of interval, wall_clock.'],
  ['report schedule create', 'The command needs --report, or --body with a complete document.'],
  [`report schedule update ${SCHEDULE} --file -`, 'The command needs --expected-revision <n>.'],
  [
    `report schedule update ${SCHEDULE} --expected-revision 1`,
    'The command needs --frequency, or --file with a complete document.',
  ],
  [
    `report schedule update ${SCHEDULE} --expected-revision 1 --file - --paused`,
    '--paused and --file contradict each other. Give one of them.',
  ],
  [`report schedule delete ${SCHEDULE}`, `Delete the schedule ${SCHEDULE}? Nobody can answer here.`],
  ['report schedule occurrences', '<rsch_…> is missing.'],
  ['report schedule preview --frequency daily', 'The command needs --from, or --body with a complete document.'],
  ['report inbox open', '<rdlv_…> is missing.'],
  ['report inbox list --limit 200', '--limit must be a whole number, 1 to 100.'],
  // service-identity and team
  ['service-identity create', 'The command needs --name <text>.'],
  ['service-identity get', '<svc_…> is missing.'],
  ['team create', 'The command needs --name <text>.'],
  // credential
  ['credential create', 'The command needs --service <svc_…>, --env <env_…>, --gateway <gw_…>, --label <text>.'],
  [CREATE.replace(/--gateway \S+/, ''), 'The command needs --gateway <gw_…>.'],
  [CREATE.replace(/--label x/, ''), 'The command needs --label <text>.'],
  [CREATE.replace(SERVICE, 'svc_1'), '--service must be the id of one service identity.'],
  [`${CREATE} --ttl-days 0`, '--ttl-days must be a whole number, 1 to 365.'],
  [`${CREATE} --ttl-days 366`, '--ttl-days must be a whole number, 1 to 365.'],
  [`${CREATE} ${TEAMS}`, '--team must be given 0 to 8 times.'],
  [`${CREATE} --wait-timeout 30s`, '--wait-timeout is the longest wait of --wait.'],
  [`${CREATE} --wait --wait-timeout 5m1s`, '--wait-timeout must be a duration up to 5m, such as 30s.'],
  [`${CREATE} --wait --wait-timeout 0`, '--wait-timeout must be a duration up to 5m, such as 30s.'],
  [`${CREATE} --idempotency-key x`, 'The flag --idempotency-key does not exist.'],
  [`${CREATE} --grant everything`, '--grant must be one of models.call, traffic.write, feedback.write.'],
  [
    `${CREATE} --grant models.call --grant traffic.write`,
    '`models.call` and `traffic.write` exclude each other. Create a separate credential for each of them.',
  ],
  ['credential rotate', 'The command needs --credential-id <kid_…>.'],
  [`${ROTATE} --overlap-minutes 1441`, '--overlap-minutes must be a whole number, 0 to 1440.'],
  [
    `${ROTATE} --overlap-minutes 5 --revoke-previous-now`,
    '--overlap-minutes and --revoke-previous-now contradict each other. Give one of them.',
  ],
  [`${ROTATE} --team ${demoId('team', 1)} --no-team`, '--team and --no-team contradict each other. Give one of them.'],
  [
    `${ROTATE} --revoke-previous-now`,
    `Revoke the credential ${CREDENTIAL} now? Its programs stop working. Nobody can answer here.`,
  ],
  [
    `credential revoke --credential-id ${CREDENTIAL}`,
    `Revoke the credential ${CREDENTIAL}? Its programs stop working. Nobody can answer here.`,
  ],
  ['credential revoke', 'The command needs --credential-id <kid_…>.'],
  ['credential status', 'The command needs --operation <kop_…>.'],
  // comparison, case and trace
  ['comparison create --kind guessed', '--kind must be one of labeled, judged.'],
  ['comparison create --better --not-worse 0.1', '--better and --not-worse contradict each other. Give one of them.'],
  ['comparison create --not-worse lots', '--not-worse must be a decimal number, such as 0.05.'],
  ['comparison create --confidence 0.5', '--confidence must be one of 0.80, 0.90, 0.95, 0.975, 0.99.'],
  [
    'comparison create --name x --confidence 0.90',
    '--tolerated-unknowns and --confidence are details of a rule, and no flag states what it requires.',
  ],
  [`comparison sample publish ${COMPARISON}`, 'The command needs --case, or --body with a complete document.'],
  [
    `comparison sample publish ${COMPARISON} --case ${demoId('case', 1)}`,
    '--case must be the id of one case and a version, as case_…@1.',
  ],
  [`comparison preflight ${COMPARISON} --temperature 3`, '--temperature must be a number, 0 to 2.'],
  [
    `comparison preflight ${COMPARISON} --judge-model gpt`,
    'A judge needs --judge-connection, --judge-model and --judge-max-output-tokens.',
  ],
  [`comparison start ${COMPARISON}`, 'The command needs --run, or --body with a complete document.'],
  [
    `comparison start ${COMPARISON} --spend-ceiling 1e3`,
    '--spend-ceiling must be an amount in USD with at most 9 decimal places, such as 25.50.',
  ],
  [`comparison start ${COMPARISON} --wait-timeout 1m`, '--wait-timeout is the longest wait of --wait.'],
  [
    `comparison decide ${COMPARISON} ${demoId('comparisonRun', 1)} --action flip`,
    '--action must be one of keep_route, change_route.',
  ],
  [
    `comparison decide ${COMPARISON} ${demoId('comparisonRun', 1)} --outcome good`,
    '--outcome must be one of meets_bar, does_not_meet_bar, not_enough_evidence.',
  ],
  [
    `comparison review ${COMPARISON} ${demoId('comparisonRun', 1)} --arm left`,
    '--arm must be one of baseline, candidate.',
  ],
  ['case create', 'The command needs --message, or --body with a complete document.'],
  ['case create --message x --label number', '--label is the way to compare with --expected.'],
  [`case revise ${demoId('case', 1)} --message x`, 'The command needs --expected-version <n>.'],
  ['trace list --order-by beauty', '--order-by must be one of spend, tokens, requests, duration.'],
  ['trace read', 'The command needs <trace-id>, or --body with a complete document.'],
];

/** Lines that the contract accepts. */
const ACCEPTED: readonly string[] = [
  'me',
  'insights overview',
  'insights overview --since 24h',
  'insights overview --since 2w --grain week --dimension tag.env',
  'insights overview --facet final_model --top 5',
  'insights drilldown --grain attempt --request q1',
  'insights catalog',
  `${CREATE} --wait --wait-timeout 5m --ttl-days 365 --team ${demoId('team', 1)}`,
  `${CREATE} --gateway ${demoId('gateway', 2)}`,
  `${ROTATE} --overlap-minutes 0`,
  `${ROTATE} --overlap-minutes 1440 --no-team`,
  `${ROTATE} --revoke-previous-now --yes --wait`,
  `credential revoke --credential-id ${CREDENTIAL} --yes`,
  `credential status --operation ${demoId('credentialOperation', 1)}`,
  `report export ${REPORT} ${RUN}`,
  `report schedule create --report ${REPORT} --expected-report-revision 0 --frequency hourly --anchor 2026-01-01T00:15:00Z --idempotency-key x`,
  'workspace list --all',
];

/** Defaults that the help of a command states. */
const DEFAULTS: readonly (readonly [command: string, text: RegExp])[] = [
  ['credential create', /--wait-timeout <duration>\s+the longest wait; only with --wait \(default\s+30s\)/],
  ['credential rotate', /--overlap-minutes <n>\s+the minutes for which both work \(default 15;/],
  ['report export', /--format <format>\s+the format \(one of json, csv; default json\)/],
  ['report list', /--limit <n>\s+the number of rows of the page \(default 50;/],
  ['report inbox list', /--cursor <cursor>/],
  ['insights drilldown', /--grain <grain>\s+the kind of rows \(one of request, attempt, feedback;\s+default request;/],
  ['report run', /--wait-timeout <duration>\s+the longest wait; only with --wait \(default 5m\)/],
];

describe('tt cloud', { timeout: 300_000 }, () => {
  it.concurrent.each(REFUSED)('refuses %s', async (line, error) => {
    const run = await runTt(['cloud', ...line.split(' ').filter((word) => word !== '')], { env: ENV });
    expect([run.code, run.stdout, run.stderr.split('\n', 1)[0]]).toEqual([2, '', `error: ${error}`]);
  });

  it.concurrent.each(ACCEPTED)('accepts %s', async (line) => {
    const run = await runTt(['cloud', ...line.split(' ')], { env: ENV });
    expect([run.code, run.stdout, run.stderr.split('\n', 1)[0]]).toEqual([6, '', `error: ${NOWHERE} did not answer.`]);
  });

  it.concurrent.each(DEFAULTS)('shows the default of %s in its help', async (command, text) => {
    const { code, stdout } = await runTt(['cloud', ...command.split(' '), '--help']);
    expect([code, text.test(stdout)]).toEqual([0, true]);
  });

  it('needs an address and a key, and names every way to give them', async () => {
    const { TRUETALLY_BASE_URL: _address, ...withoutAddress } = ENV;
    const { TRUETALLY_MANAGEMENT_KEY: _key, ...withoutKey } = ENV;
    const runs = [
      await runTt(['cloud', 'me'], { env: withoutAddress }),
      await runTt(['cloud', 'me'], { env: withoutKey }),
    ];
    expect(runs.map(({ code, stdout, stderr }) => [code, stdout, stderr.split('\n', 1)[0]])).toEqual([
      [2, '', 'error: The command needs the origin of the API.'],
      [2, '', 'error: The command needs a management key.'],
    ]);
  });
});
