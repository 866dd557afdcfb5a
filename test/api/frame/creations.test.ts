import { describe, expect, it } from 'vitest';
import type { CasesCreation, CaseV1 } from '../../../contracts/comparisons/case.ts';
import type { ComparisonVerdictV1 } from '../../../contracts/comparisons/comparison-verdict.ts';
import type { ServiceCredentialV1 } from '../../../contracts/tenancy/service-credential.ts';
import type { TeamV1 } from '../../../contracts/tenancy/team.ts';
import type { Creation } from '../../../clients/typescript/transport/answer.ts';
import { OPERATIONS } from '../../../clients/typescript/operations.ts';
import { makeView } from '../../../testing/api/answers.ts';
import { demoId } from '../../../testing/api/demo-ids.ts';
import { describedOperations } from '../../../testing/api/described-api.ts';
import { makeCaseContent, putCase } from '../../../testing/api/made-case.ts';
import { makeReportBody } from '../../../testing/api/made-report.ts';
import { putComparison, putComparisonRun, putEndedRun } from '../../../testing/api/made-comparison.ts';
import { ENVIRONMENT_IDS, putRoute, MODEL_TARGET } from '../../../testing/api/made-route.ts';
import { makeCredentialBody, putService, putServiceCredential } from '../../../testing/identities/made-service.ts';
import {
  makeSchedule,
  type MadeSchedule,
  putOccurrence,
  makeScheduleBody,
} from '../../../testing/api/made-schedule.ts';

interface Case {
  readonly name: keyof typeof OPERATIONS;
  readonly create: (made: MadeSchedule, idempotencyKey?: string) => Promise<Creation<unknown>>;
  /** The id of the created resource, in the answer of its creation and of its read. */
  readonly id: (data: never) => string;
}

const CASES: readonly Case[] = [
  {
    name: 'customer.saved_views.create',
    create: ({ api }) => api.client().savedViews.create(makeView()),
    id: ({ id }: { id: string }) => id,
  },
  {
    name: 'customer.service_identities.create',
    create: ({ api }) => api.client().serviceIdentities.create({ name: 'Checkout' }),
    id: ({ service_id: id }: { service_id: string }) => id,
  },
  {
    name: 'customer.service_credentials.create',
    create: ({ api }) => {
      const { service_id: id } = putService(api.plane.identities);
      return api.client().serviceCredentials.create(id, makeCredentialBody());
    },
    id: idOfCredential,
  },
  {
    name: 'customer.service_credentials.rotate',
    create: ({ api }) => {
      putService(api.plane.identities);
      const { credential_id: id } = putServiceCredential(api.plane.identities);
      return api.client().serviceCredentials.rotate(id, {});
    },
    id: idOfCredential,
  },
  {
    name: 'customer.teams.create',
    create: ({ api }) => api.client().teams.create({ name: 'Search' }),
    // The created team is read from the list of the organization.
    id: (data: TeamV1[] | TeamV1) => (Array.isArray(data) ? data[0]! : data).team_id,
  },
  {
    name: 'customer.reports.create',
    create: ({ api, view }, idempotencyKey) =>
      api.client().reports.create(makeReportBody(view, { name: 'Other' }), { idempotencyKey }),
    id: (data: { report?: { report_id: string }; report_id: string }) => (data.report ?? data).report_id,
  },
  {
    name: 'customer.reports.runs.create',
    create: ({ api, at }, idempotencyKey) => api.client().reports.runs.create(at[0], { idempotencyKey }),
    id: ({ run_id: id }: { run_id: string }) => id,
  },
  {
    name: 'customer.report_schedules.create',
    create: ({ api, report }, idempotencyKey) =>
      api.client().reportSchedules.create(makeScheduleBody(report), { idempotencyKey }),
    id: ({ schedule_id: id }: { schedule_id: string }) => id,
  },
  {
    name: 'customer.report_schedules.occurrences.rerun',
    create: (made, idempotencyKey) => {
      const { occurrence_id: id } = putOccurrence(made, { state: 'missed' });
      const { occurrences } = made.api.client().reportSchedules;
      return occurrences.rerun(made.schedule.schedule_id, id, { idempotencyKey });
    },
    id: ({ run_id: id }: { run_id: string }) => id,
  },
  {
    name: 'customer.cases.create',
    create: ({ api }, idempotencyKey) =>
      api.client('owner', ENVIRONMENT_IDS).cases.create({ cases: [makeCaseContent()] }, { idempotencyKey }),
    // The created case is read from the list of the gateway.
    id: (data: CaseV1[] | CasesCreation) => ('cases' in data ? data.cases : data)[0]!.case_id,
  },
  {
    name: 'customer.cases.revise',
    create: ({ api }) => {
      const { case_id: id } = putCase(api.plane.comparing);
      return api.client('owner', ENVIRONMENT_IDS).cases.revise(id, { expected_version: '1', ...makeCaseContent() });
    },
    id: ({ case_id: id }: { case_id: string }) => id,
  },
  {
    name: 'customer.comparisons.create',
    create: ({ api }) => {
      const { route_id } = putRoute(api.plane.comparing);
      const { comparisons } = api.client('owner', ENVIRONMENT_IDS);
      return comparisons.create({ name: 'Cheaper?', kind: 'labeled', route_id });
    },
    id: ({ comparison_id: id }: { comparison_id: string }) => id,
  },
  {
    name: 'customer.comparisons.samples.publish',
    create: ({ api }) => {
      const { comparison_id: id } = putComparison(api.plane.comparing);
      const cases = [1, 2].map((number) => putCase(api.plane.comparing, number));
      const { samples } = api.client('owner', ENVIRONMENT_IDS).comparisons;
      return samples.publish(id, { cases: cases.map(({ case_id, version }) => ({ case_id, version })) });
    },
    id: ({ sample_id: id }: { sample_id: string }) => id,
  },
  {
    name: 'customer.comparisons.runs.preflight',
    create: async ({ api }) => {
      const { comparison_id: id, sample_id } = await putComparisonRun(api.plane.comparing);
      return runsOf(api).preflight(id, { sample_id, candidate: { ...MODEL_TARGET, model: 'haiku' } });
    },
    id: ({ run_id: id }: { run_id: string }) => id,
  },
  {
    name: 'customer.comparisons.runs.start',
    create: async ({ api }, idempotencyKey) => {
      // The first request starts the run. A repeated request finds it unchanged.
      const run =
        api.plane.comparing.runRows.get(demoId('comparisonRun', 1)) ?? (await putComparisonRun(api.plane.comparing));
      const body = { run_id: run.run_id, spend_ceiling_nano_usd: '1000' };
      return runsOf(api).start(run.comparison_id, body, { idempotencyKey });
    },
    id: ({ run_id: id }: { run_id: string }) => id,
  },
  {
    name: 'customer.comparisons.verdicts.review',
    create: async ({ api }) => {
      const { comparison_id: id, run_id } = await putEndedRun(api.plane.comparing);
      const { verdicts } = api.client('owner', ENVIRONMENT_IDS).comparisons;
      return verdicts.review(id, run_id, { case_id: demoId('case', 1), arm: 'baseline', outcome: 'pass', note: '' });
    },
    // The created verdict is read from the list of the run.
    id: (data: ComparisonVerdictV1[] | ComparisonVerdictV1) => (Array.isArray(data) ? data[0]! : data).verdict_id,
  },
  {
    name: 'customer.comparisons.decisions.create',
    create: async ({ api }) => {
      const { comparison_id: id, run_id } = await putEndedRun(api.plane.comparing);
      const { decisions } = api.client('owner', ENVIRONMENT_IDS).comparisons;
      const outcome = 'not_enough_evidence';
      return decisions.create(id, run_id, { action: 'keep_route', outcome, expected_decision_id: null, note: '' });
    },
    id: ({ decision_id: id }: { decision_id: string }) => id,
  },
];

/** The id of a credential, in the answer of its creation, which has its text too, and of its read. */
function idOfCredential(data: { credential: ServiceCredentialV1 } | ServiceCredentialV1): string {
  return ('credential' in data ? data.credential : data).credential_id;
}

function runsOf(api: MadeSchedule['api']) {
  return api.client('owner', ENVIRONMENT_IDS).comparisons.runs;
}

describe('a creation', () => {
  it('is each operation that answers 201 or 202', () => {
    const creating = Object.entries(OPERATIONS).filter(([, { success }]) => success !== 200);
    expect(CASES.map(({ name }) => name).sort()).toEqual(creating.map(([name]) => name).sort());
  });

  it.each(CASES)('has the URL of the created resource: $name', async ({ create, id }) => {
    const made = await makeSchedule();
    const { data, location, replayed } = await create(made);
    const read = await made.api.get<{ data: never }>(location);
    expect([read.status, id(read.body.data), replayed]).toEqual([200, id(data as never), false]);
    expect(made.api.answered.at(-1)?.headers).not.toHaveProperty('idempotent-replayed');
  });

  it.each(CASES.filter(({ name }) => OPERATIONS[name].repeatable === 'with-key'))(
    'repeated under its key has a marker and the same content: $name',
    async ({ create }) => {
      const made = await makeSchedule();
      const first = await create(made, 'once');
      const again = await create(made, 'once');
      expect([first.replayed, again.replayed]).toEqual([false, true]);
      expect([again.data, again.location]).toEqual([first.data, first.location]);
      expect(made.api.answered.at(-1)?.headers['idempotent-replayed']).toBe('true');
    },
  );

  it.each(CASES)('has its headers described: $name', async ({ name }) => {
    const { responses } = (await describedOperations()).find(({ operationId }) => operationId === name)!;
    const { success, repeatable } = OPERATIONS[name];
    const own = ['Location', ...(repeatable === 'with-key' ? ['Idempotent-Replayed'] : [])];
    const described = Object.keys(responses[String(success)]?.headers ?? {});
    expect(described.filter((header) => !header.startsWith('RateLimit'))).toEqual(own);
  });
});
