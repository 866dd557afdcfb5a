import { ComparisonRunCreateSchema } from '../../../contracts/comparisons/comparison-run.ts';
import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { sha256Digest } from '../../../contracts/wire/canonical-json.ts';
import { invalidMember, Refusal } from '../../../domain/kernel/errors.ts';
import type { ComparisonRunRow } from '../../../store/comparisons/comparison-run-store.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { idempotentWrite } from '../lane/idempotent-write.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { comparisonsPath } from '../comparisons/comparisons-path.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { presentRun } from './present-run.ts';
import { refuseStalePins } from './refuse-stale-pins.ts';

/** Queues a planned run under its ceilings. From then on, the run costs money. */
export const startComparisonRun = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.runs.start', {
    access: 'requireComparison',
    body: ComparisonRunCreateSchema,
    answer: async (request, { ports, access }) => {
      const { comparison_id: comparisonId, route_id: routeId } = access.comparison.of(request);
      const { subjectId } = access.caller.of(request);
      const place = access.environment.of(request);
      const {
        run_id: runId,
        spend_ceiling_nano_usd: spendCeiling,
        judge_ceiling_nano_usd: judgeCeiling,
      } = request.body;
      const run = await ports.comparisonRuns.find(runId);
      if (run?.comparison_id !== comparisonId) throw runNotFound();
      const { workspaceId } = place;
      const key = {
        ...idempotentWrite(request, {
          pathIds: [comparisonId],
          workspaceId,
          subjectId,
          schema: ComparisonRunCreateSchema,
        }),
        // Equal plans are the same request, even from different preflights.
        fingerprint: sha256Digest({
          comparisonId,
          plan: run.plan_digest,
          spendCeiling,
          judgeCeiling: judgeCeiling ?? '',
        }),
      };
      const route = await ports.routes.find(routeId);
      const granted = await ports.connections.listGranted(place);
      const { document, isReplay } = await runOrderedWrite({
        replay: async () => {
          const first = await ports.reports.recall(key);
          if (first === undefined) return undefined;
          if (first.fingerprint !== key.fingerprint) throw keyUsed();
          return { document: first.document as { run_id: string }, isReplay: true };
        },
        check: () => checkCeilings(run, spendCeiling, judgeCeiling),
        write: () => {
          refuseState(run);
          const { revision } = ports.prices;
          refuseStalePins(run.plan, {
            releaseId: route?.release.release_id,
            granted: granted,
            revision,
          });
          refuseAboveRemaining(run, spendCeiling);
          return ports.comparisonRuns.start(key, { runId, startedBy: subjectId, spendCeiling, judgeCeiling });
        },
      });
      const started = await ports.comparisonRuns.find(document.run_id);
      if (started === undefined) throw runNotFound();
      const location = `${comparisonsPath(access, request)}/${comparisonId}/runs/${started.run_id}`;
      return { data: presentRun(started, access.holds(request, 'cost.read')), location, isReplay };
    },
  }),
);

function runNotFound(): Refusal {
  return new Refusal('comparison_not_found', 'This comparison has no such run. Plan a run first, or check the id.');
}

function keyUsed(): Refusal {
  const detail = 'This key was used for a run with another plan, ceiling or judge. Use a new key for another run.';
  return new Refusal('duplicate_comparison_run', detail);
}

/**
 * Checks the ceilings of a run.
 * @throws Refusal `validation_failed` if a model of the run has no price, if a judge ceiling is set without a judge, or
 * if it exceeds the spend ceiling
 */
function checkCeilings(run: ComparisonRunRow, spendCeiling: string, judgeCeiling: string | undefined): void {
  const unpriced = run.forecast.sends.find(({ priced }) => !priced);
  if (unpriced !== undefined) {
    const detail = `No ceiling can limit this run, because the model ${unpriced.model} has no price. Plan a run with another model.`;
    throw invalidMember('/run_id', detail);
  }
  if (judgeCeiling === undefined) return;
  if (run.plan.judge === null)
    throw invalidMember('/judge_ceiling_nano_usd', 'This run has no judge. Omit `judge_ceiling_nano_usd`.');
  if (BigInt(judgeCeiling) > BigInt(spendCeiling)) {
    throw invalidMember(
      '/judge_ceiling_nano_usd',
      'The ceiling of the judge is above the ceiling of the run, which includes the cost of the judge. Send at most the ceiling of the run.',
    );
  }
}

function refuseState({ state }: ComparisonRunRow): void {
  if (state === 'preflight') return;
  if (state === 'abandoned') throw new Refusal('comparison_canceled', 'This run was cancelled. Plan another run.');
  throw new Refusal('duplicate_comparison_run', 'This run was already started with another key. Plan another run.');
}

function refuseAboveRemaining({ remaining_nano_usd: remaining }: ComparisonRunRow, spendCeiling: string): void {
  if (BigInt(spendCeiling) <= BigInt(remaining)) return;
  const detail =
    'The ceiling is higher than the remaining budget of the workspace for comparisons. Lower the ceiling, or ask an operator to raise the budget.';
  throw new Refusal('spend_ceiling_above_remaining', detail);
}
