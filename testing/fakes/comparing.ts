import type { ApiPorts } from '../../api/ports/ports.ts';
import type { CaseV1 } from '../../contracts/comparisons/case.ts';
import type { ComparisonV1 } from '../../contracts/comparisons/comparison.ts';
import type { ComparisonSampleV1 } from '../../contracts/comparisons/comparison-sample.ts';
import type { ServingRouteV1 } from '../../contracts/gateway/serving-route.ts';
import { canonicalJson, sha256Digest } from '../../contracts/wire/canonical-json.ts';
import type { CaseContent } from '../../domain/comparisons/case-content.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { WorkspaceTree } from '../../domain/tenancy/scope.ts';
import type { ComparisonStore } from '../../store/comparisons/comparison-store.ts';
import type { ComparisonDecisionRow } from '../../store/comparisons/comparison-decision-store.ts';
import type { ComparisonRunRow } from '../../store/comparisons/comparison-run-store.ts';
import type { ComparisonVerdictRow } from '../../store/comparisons/comparison-verdict-store.ts';
import type { ProviderConnection } from '../../store/gateway/connection-store.ts';
import type { SampleStore } from '../../store/comparisons/sample-store.ts';
import { newId } from '../../store/postgres/new-id.ts';
import type { FakeIdempotencyKeys } from './idempotency-keys.ts';
import { pageNewestFirst } from './page-newest-first.ts';

/** The parts of the control plane that comparisons share. */
interface Plane {
  readonly trees: ReadonlyMap<string, WorkspaceTree>;
  readonly keys: FakeIdempotencyKeys;
}

/** A store of comparisons and their results, in memory. Tests add routes, which operators create. */
export class FakeComparing {
  readonly routeRows = new Map<string, ServingRouteV1>();
  /** The versions of each case, oldest first. */
  readonly caseRows = new Map<string, CaseV1[]>();
  readonly comparisonRows = new Map<string, ComparisonV1>();
  readonly sampleRows = new Map<string, ComparisonSampleV1>();
  readonly runRows = new Map<string, ComparisonRunRow>();
  readonly decisionRows = new Map<string, ComparisonDecisionRow>();
  /** Newest first. */
  readonly verdictRows: ComparisonVerdictRow[] = [];
  /** The connections in force. */
  readonly connectionRows: ProviderConnection[] = [];
  readonly #plane: Plane;
  readonly #clock: Clock;

  constructor(plane: Plane, clock: Clock) {
    this.#plane = plane;
    this.#clock = clock;
  }

  /** The number of written rows. */
  written(): number {
    return (
      [...this.caseRows.values()].flat().length +
      this.comparisonRows.size +
      this.sampleRows.size +
      this.runRows.size +
      this.verdictRows.length +
      this.decisionRows.size
    );
  }

  readonly routes: ApiPorts['routes'] = {
    find: (id) => Promise.resolve(this.routeRows.get(id)),
    list: ({ environmentId, ...page }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.routeRows.values()].filter((route) => route.environment_id === environmentId),
          (route) => ({ createdAt: route.created_at, id: route.route_id }),
          page,
        ),
      ),
  };

  readonly cases: ApiPorts['cases'] = {
    create: ({ key, gatewayId, author, contents }) =>
      this.#plane.keys.once(key, 201, () => ({
        cases: contents.map((content) => this.#newCase(gatewayId, author, content)),
      })),
    revise: (caseId, expected, { author, content }) => {
      const versions = this.caseRows.get(caseId)!;
      const last = versions.at(-1)!;
      if (last.version !== expected) return Promise.resolve(undefined);
      const version = String(BigInt(expected) + 1n);
      const at = this.#clock.now().toISOString();
      const revised = { ...last, ...(content as CaseV1), author, version, latest_version: version, versioned_at: at };
      this.caseRows.set(caseId, [...versions.map((one) => ({ ...one, latest_version: version })), revised]);
      return Promise.resolve(revised);
    },
    find: (caseId) => Promise.resolve(this.caseRows.get(caseId)?.at(-1)),
    versions: ({ caseId, limit, before = 'none' }) => {
      const newest = [...(this.caseRows.get(caseId) ?? [])].reverse();
      const start = newest.findIndex(({ version }) => version === before) + 1;
      return Promise.resolve(newest.slice(start, start + limit));
    },
    list: ({ gatewayId, ...page }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.caseRows.values()].map((versions) => versions.at(-1)!).filter((one) => one.gateway_id === gatewayId),
          (one) => ({ createdAt: one.created_at, id: one.case_id }),
          page,
        ),
      ),
  };

  readonly comparisons: ComparisonStore = {
    create: ({ routeId, name, kind, acceptanceRule, createdBy }) => {
      const { organization_id, workspace_id, application_id, gateway_id, environment_id } =
        this.routeRows.get(routeId)!;
      const made: ComparisonV1 = {
        ...{ organization_id, workspace_id, application_id, gateway_id, environment_id },
        route_id: routeId,
        comparison_id: newId('comparison'),
        name,
        kind,
        acceptance_rule: acceptanceRule ?? null,
        rule_fixed_at: null,
        created_by: createdBy,
        created_at: this.#clock.now().toISOString(),
      };
      this.comparisonRows.set(made.comparison_id, made);
      return Promise.resolve(made);
    },
    find: (id) => Promise.resolve(this.comparisonRows.get(id)),
    list: ({ environmentId, ...page }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.comparisonRows.values()].filter((one) => one.environment_id === environmentId),
          (one) => ({ createdAt: one.created_at, id: one.comparison_id }),
          page,
        ),
      ),
  };

  readonly samples: SampleStore = {
    findChosen: (gatewayId, chosen) => {
      const found = chosen.flatMap(({ case_id: caseId, version }) => {
        const versions = this.caseRows.get(caseId);
        if (versions?.[0]?.gateway_id !== gatewayId) return [];
        const one = versions.find((each) => each.version === version);
        const material = { hasLabel: (one?.label ?? null) !== null, hasNotes: (one?.reference_notes ?? '') !== '' };
        return [
          [caseId, { caseId, hasVersion: one !== undefined, critical: one?.critical ?? false, ...material }] as const,
        ];
      });
      return Promise.resolve(new Map(found));
    },
    publish: ({ comparisonId, publishedBy, cases }) => {
      const made: ComparisonSampleV1 = {
        sample_id: newId('comparisonSample'),
        comparison_id: comparisonId,
        cases,
        digest: sha256Digest(cases),
        published_by: publishedBy,
        published_at: this.#clock.now().toISOString(),
      };
      this.sampleRows.set(made.sample_id, made);
      return Promise.resolve(made);
    },
    find: (id) => Promise.resolve(this.sampleRows.get(id)),
    contents: (id) =>
      Promise.resolve(
        this.sampleRows.get(id)!.cases.map(({ case_id, version }) => {
          return this.caseRows.get(case_id)!.find((one) => one.version === version)!;
        }),
      ),
  };

  readonly runs: ApiPorts['comparisonRuns'] = {
    start: (key, { runId, startedBy, spendCeiling, judgeCeiling }) =>
      this.#plane.keys.once(key, 202, () => {
        const ceilings = { spend_ceiling_nano_usd: spendCeiling, judge_ceiling_nano_usd: judgeCeiling ?? null };
        const moved = { state: 'queued', started_by: startedBy, queued_at: this.#clock.now() } as const;
        this.runRows.set(runId, { ...this.runRows.get(runId)!, ...ceilings, ...moved });
        return { run_id: runId };
      }),
    cancel: (runId, canceledBy) => {
      const run = this.runRows.get(runId)!;
      if (run.ended_at !== null) return Promise.resolve(false);
      const at = this.#clock.now();
      const ended = { state: 'abandoned', failure_code: 'comparison_canceled', ended_at: at } as const;
      this.runRows.set(runId, { ...run, ...ended, canceled_by: canceledBy, cancel_requested_at: at });
      return Promise.resolve(true);
    },
    preflight: ({ comparisonId, plan, rule, forecast, cost, plannedBy }) => {
      const comparison = this.comparisonRows.get(comparisonId)!;
      const { organization_id, workspace_id, environment_id, kind, route_id } = comparison;
      const isFixed = comparison.rule_fixed_at !== null;
      if (isFixed && canonicalJson(rule) !== canonicalJson(comparison.acceptance_rule))
        return Promise.resolve(undefined);
      const now = this.#clock.now();
      const rule_fixed_at = comparison.rule_fixed_at ?? now.toISOString();
      this.comparisonRows.set(comparisonId, { ...comparison, acceptance_rule: rule, rule_fixed_at });
      const made: ComparisonRunRow = {
        ...{ organization_id, workspace_id, environment_id, kind, route_id, plan, forecast },
        run_id: newId('comparisonRun'),
        comparison_id: comparisonId,
        sample_id: plan.sample_id,
        plan_digest: sha256Digest({ plan, acceptance_rule: rule }),
        acceptance_rule: rule,
        cost_at_least_nano_usd: cost?.atLeast.toString() ?? null,
        cost_likely_nano_usd: cost?.likely.toString() ?? null,
        cost_at_most_nano_usd: cost?.atMost.toString() ?? null,
        state: 'preflight',
        failure_code: '',
        ...{
          spend_ceiling_nano_usd: null,
          judge_ceiling_nano_usd: null,
          reserved_nano_usd: '0',
          settled_nano_usd: '0',
        },
        ...{ judge_reserved_nano_usd: '0', judge_settled_nano_usd: '0', remaining_nano_usd: '5000000000' },
        cells_intended: 2 * this.sampleRows.get(plan.sample_id)!.cases.length,
        ...{ cells_answered: 0, cells_failed: 0, verdicts_there: 0 },
        ...{ planned_by: plannedBy, started_by: null, canceled_by: null, created_at: now },
        ...{ queued_at: null, arms_running_at: null, scoring_at: null, ended_at: null, cancel_requested_at: null },
      };
      this.runRows.set(made.run_id, made);
      return Promise.resolve(made);
    },
    find: (id) => Promise.resolve(this.runRows.get(id)),
    list: ({ comparisonId, ...page }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.runRows.values()].filter((run) => run.comparison_id === comparisonId),
          (run) => ({ createdAt: run.created_at.toISOString(), id: run.run_id }),
          page,
        ),
      ),
  };

  /** The evidence of runs without calls. Tests over Postgres cover real evidence. */
  readonly evidence: ApiPorts['comparisonEvidence'] = {
    cases: () => Promise.resolve([]),
    listVerdicts: ({ runId }) => Promise.resolve(this.verdictRows.filter((verdict) => verdict.run_id === runId)),
    review: ({ runId, caseId, arm, outcome, rationale, subjectId }) => {
      const made: ComparisonVerdictRow = {
        verdict_id: newId('comparisonVerdict'),
        ...{ run_id: runId, case_id: caseId, version: 1n, arm, source: 'human', outcome, reason_code: '', rationale },
        ...{ subject_id: subjectId, in_force: true, answer: '42', is_whole: true, created_at: this.#clock.now() },
      };
      this.verdictRows.unshift(made);
      return Promise.resolve(made);
    },
    decide: ({ runId, note, decidedBy, judge }) => {
      const { outcome, clauses, verdictsDigest } = judge([]);
      const made: ComparisonDecisionRow = {
        decision_id: newId('comparisonDecision'),
        ...{ run_id: runId, number: 1, action: 'keep_route', outcome, clauses: [...clauses], note, release_id: null },
        ...{ verdicts_digest: verdictsDigest, decided_by: decidedBy, decided_at: this.#clock.now() },
      };
      this.decisionRows.set(made.decision_id, made);
      return Promise.resolve(made);
    },
    listDecisions: () => Promise.resolve([...this.decisionRows.values()]),
    findDecision: (id) => Promise.resolve(this.decisionRows.get(id)),
  };

  readonly connections: ApiPorts['connections'] = {
    listGranted: ({ workspaceId, environmentId }) =>
      Promise.resolve(
        this.connectionRows.filter(({ grants }) => grants.includes(workspaceId) || grants.includes(environmentId)),
      ),
  };

  #newCase(gatewayId: string, author: string, content: CaseContent): CaseV1 {
    const trees = [...this.#plane.trees.values()];
    const tree = trees.find(({ environments }) => environments.some((leaf) => leaf.gatewayId === gatewayId))!;
    const leaf = tree.environments.find((one) => one.gatewayId === gatewayId)!;
    const at = this.#clock.now().toISOString();
    const made: CaseV1 = {
      case_id: newId('case'),
      organization_id: tree.organizationId,
      workspace_id: tree.workspaceId,
      application_id: leaf.applicationId,
      gateway_id: gatewayId,
      version: '1',
      latest_version: '1',
      ...(content as Pick<CaseV1, 'messages' | 'label' | 'reference_notes' | 'critical'>),
      source: 'created',
      author,
      created_at: at,
      versioned_at: at,
    };
    this.caseRows.set(made.case_id, [made]);
    return made;
  }
}
