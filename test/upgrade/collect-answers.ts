import { waitUntil } from '../../testing/wait-until.ts';
import { askLane, type LaneAnswer, type LaneName } from './ask-lane.ts';
import type { EarlierSystem } from './earlier-system.ts';

/** The content of a fixture in addition to the data: the questions, and the answers of the earlier version. */
export interface CollectedAnswers {
  readonly version: string;
  readonly commit: string;
  /** The time of the answers. */
  readonly asked_at: string;
  /** The token of the owner, who may read everything of the organization, and the token of the management plane. */
  readonly tokens: { readonly owner: string; readonly management: string };
  readonly answers: readonly (LaneAnswer & { readonly name: string })[];
  /** The output of operator commands, by their names. */
  readonly commands: Readonly<Record<string, readonly object[]>>;
}

const HOUR_MS = 3_600_000;
const DAYS = 15;
const QUIET_SECONDS = 120;

type Found = Record<string, string>;

/** Sends questions about all stored data to an earlier system. */
export async function collectAnswers(system: EarlierSystem): Promise<CollectedAnswers> {
  const answers: (LaneAnswer & { name: string })[] = [];
  const ask = async (name: string, lane: LaneName, path: string, body?: object): Promise<Found[]> => {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await askLane(system, lane, { method, path, ...(body && { body }) });
    answers.push({ name, ...answer });
    const { data } = answer.answer as { data?: Found[] | Found };
    return Array.isArray(data) ? data : [];
  };
  const now = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const window = {
    from: new Date(now - DAYS * 24 * HOUR_MS).toISOString(),
    to: new Date(now).toISOString(),
    display_tz: 'Europe/Berlin',
  };
  const question = (members: object): object => ({ schema: 1, scope: {}, ...window, ...members });
  await untilLoaded(system, question({ shape: 'overview', metrics: ['requests.v1', 'tokens.v1'] }));

  await ask('who asks', 'customer', '/me');
  for (const list of ['applications', 'gateways', 'environments']) await ask(list, 'workspace', `/${list}`);
  const query = '/insights/query';
  const metrics = ['requests.v1', 'provider_spend.v1', 'tokens.v1', 'completion_rate.v1', 'response_latency.v1'];
  await ask('an overview', 'workspace', query, question({ shape: 'overview', metrics }));
  await ask(
    'a series of days',
    'workspace',
    query,
    question({ shape: 'series', grain: 'day', metrics: metrics.slice(0, 3) }),
  );
  for (const facet of ['final_model', 'route', 'connection'])
    await ask(
      `figures by ${facet}`,
      'workspace',
      query,
      question({ shape: 'facets', facets: [facet], metrics: metrics.slice(0, 3) }),
    );
  const drilldown = (grain: string, more: object = {}): object =>
    question({ shape: 'drilldown', drilldown: grain, ...more });
  const requests = await ask('requests', 'workspace', query, drilldown('request', { page_size: 50 }));
  await ask('attempts', 'workspace', query, drilldown('attempt', { page_size: 50 }));
  await ask('feedback', 'workspace', query, drilldown('feedback', { page_size: 50 }));
  const id = requests[0]?.['logical_request_id'];
  if (id !== undefined)
    await ask('the receipt of a request', 'workspace', '/insights/receipt', question({ logical_request_id: id }));
  await ask('saved views', 'workspace', '/saved-views');
  for (const report of await ask('reports', 'workspace', '/reports')) {
    const path = `/reports/${report['report_id']}`;
    const [run] = await ask(`the runs of ${report['name']}`, 'organization', `${path}/runs`);
    await ask(`the run of ${report['name']}`, 'organization', `${path}/runs/${run?.['run_id']}`);
    await ask(`the table of ${report['name']}`, 'organization', `${path}/runs/${run?.['run_id']}/export.csv`);
  }
  for (const schedule of await ask('schedules', 'workspace', '/report-schedules')) {
    const path = `/report-schedules/${schedule['schedule_id']}`;
    await ask('the schedule', 'organization', path);
    await ask('its occurrences', 'organization', `${path}/occurrences`);
  }
  await ask('the inbox', 'workspace', '/report-inbox');
  await ask('the summary of the inbox', 'workspace', '/report-inbox/summary');
  await askComparisons(ask);
  await askManagement(ask);
  const words = [
    ['keys', 'list'],
    ['limits', 'list'],
    ['schedule', 'list'],
    ['budget', 'show', '--workspace', system.connection.workspace_id],
  ];
  const commands: Record<string, readonly object[]> = {};
  for (const command of words) commands[command.join(' ')] = await system.operator(...command);
  const { version } = JSON.parse(await system.run('--print', 'JSON.stringify(require("./package.json"))')) as {
    version: string;
  };
  return {
    version,
    commit: (await system.run('--print', 'require("child_process").execSync("git rev-parse HEAD").toString()')).trim(),
    asked_at: new Date().toISOString(),
    tokens: { owner: system.connection.credentials.owner, management: system.managementToken },
    answers,
    commands,
  };
}

type Ask = (name: string, lane: LaneName, path: string, body?: object) => Promise<Found[]>;

async function askComparisons(ask: Ask): Promise<void> {
  await ask('routes', 'environment', '/routes');
  await ask('cases', 'gateway', '/cases');
  for (const comparison of await ask('comparisons', 'environment', '/comparisons')) {
    const path = `/comparisons/${comparison['comparison_id']}`;
    const kind = comparison['kind'] ?? '';
    const [run] = await ask(`the runs of the ${kind} comparison`, 'environment', `${path}/runs`);
    const at = `${path}/runs/${run?.['run_id']}`;
    await ask(`the results of the ${kind} comparison`, 'environment', `${at}/results`);
    await ask(`the verdicts of the ${kind} comparison`, 'environment', `${at}/verdicts`);
    await ask(`the decisions on the ${kind} comparison`, 'environment', `${at}/decisions`);
  }
}

async function askManagement(ask: Ask): Promise<void> {
  await ask('judges', 'management', '/v1/evals/judges');
  await ask('figures of the cache', 'management', '/v1/cache/stats');
}

/** Waits until two consecutive answers are equal, which shows that all traffic is loaded. */
async function untilLoaded(system: EarlierSystem, question: object): Promise<void> {
  let before = '';
  let same = 0;
  await waitUntil(async () => {
    const { answer } = await askLane(system, 'workspace', { method: 'POST', path: '/insights/query', body: question });
    const { groups } = (answer as { data: { groups: unknown } }).data;
    const now = JSON.stringify(groups);
    same = now === before ? same + 1 : 0;
    before = now;
    return same > 50;
  }, QUIET_SECONDS);
}
