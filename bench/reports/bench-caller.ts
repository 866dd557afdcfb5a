import { Agent, request as httpRequest } from 'node:http';
import type { ReportCreation } from '../../contracts/reports/report.ts';
import type { BenchTenancy } from '../insights/bench-tenancy.ts';
import { REPORT_QUESTION } from './bench-view.ts';

const BASE = '/portal/api/v1/customer/v1';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A caller of the API with persistent connections. */
export interface BenchCaller {
  /** Creates a report and its first run. */
  createReport(name: string): Promise<ReportCreation>;
  /** Writes the same rows through the bench's bare route. */
  insertBare(name: string): Promise<ReportCreation>;
  get(path: string): Promise<string>;
  runPath(created: ReportCreation): string;
  close(): void;
}

export async function createBenchCaller(origin: string, tenancy: BenchTenancy): Promise<BenchCaller> {
  const agent = new Agent({ keepAlive: true });
  const organization = `${BASE}/organizations/${tenancy.organizationId}`;
  const workspace = `${organization}/workspaces/${tenancy.workspaceId}`;
  const leaf = tenancy.environments[0]?.environmentId ?? '';
  const bare = `/bare/${tenancy.organizationId}/${tenancy.workspaceId}/${tenancy.subjectId}/${leaf}`;

  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${tenancy.token}`, 'content-type': 'application/json' };
      const sent = httpRequest(`${origin}${path}`, { agent, method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
        answer.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const expect = async (status: number, asked: Promise<Answer>): Promise<string> => {
    const answer = await asked;
    if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text.slice(0, 500)}`);
    return answer.text;
  };

  const view = {
    name: 'Bench view',
    audience: 'team',
    query: REPORT_QUESTION,
    time_intent: 'fixed',
    display_tz: 'UTC',
  };
  const made = JSON.parse(await expect(201, call('POST', `${workspace}/saved-views`, view))) as {
    data: { id: string };
  };
  const create = async (path: string, name: string): Promise<ReportCreation> => {
    const body = {
      name,
      saved_view_id: made.data.id,
      expected_view_revision: '1',
      recipient_subject_ids: [],
      idempotency_key: name,
    };
    return (JSON.parse(await expect(202, call('POST', path, body))) as { data: ReportCreation }).data;
  };
  return {
    createReport: (name) => create(`${workspace}/reports`, name),
    insertBare: (name) => create(bare, name),
    get: (path) => expect(200, call('GET', path)),
    runPath: ({ report, run }) => `${organization}/reports/${report.report_id}/runs/${run.run_id}`,
    close: () => agent.destroy(),
  };
}
