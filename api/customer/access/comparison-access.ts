import type { FastifyRequest } from 'fastify';
import type { CaseV1 } from '../../../contracts/comparisons/case.ts';
import type { ComparisonV1 } from '../../../contracts/comparisons/comparison.ts';
import type { ComparisonSampleV1 } from '../../../contracts/comparisons/comparison-sample.ts';
import type { ServingRouteV1 } from '../../../contracts/gateway/serving-route.ts';
import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { canActWithin } from '../../../domain/tenancy/resolve.ts';
import type { ScopeBlock } from '../../../domain/tenancy/scope.ts';
import { isNodeVisible } from '../../../domain/tenancy/visibility.ts';
import type { Action } from '../../../domain/tenancy/actions.ts';
import type { ComparisonDecisionRow } from '../../../store/comparisons/comparison-decision-store.ts';
import type { ComparisonRunRow } from '../../../store/comparisons/comparison-run-store.ts';
import type { ComparisonStore } from '../../../store/comparisons/comparison-store.ts';
import type { ApiPorts } from '../../ports/ports.ts';
import type { RequestHook } from '../../frame/access/request-hook.ts';
import { type RequestSlot, requestSlot } from '../../frame/access/request-slot.ts';
import { type CallerContext, pathId } from './caller-context.ts';

type GatewayBlock = Required<Omit<ScopeBlock, 'environmentId'>>;

/** Access to the gateways and environments that paths name, to their comparisons, and to the right to compare there. */
export interface ComparisonAccess {
  readonly gateway: RequestSlot<GatewayBlock>;
  readonly environment: RequestSlot<Required<ScopeBlock>>;
  readonly route: RequestSlot<ServingRouteV1>;
  /** The case at its latest version. */
  readonly case: RequestSlot<CaseV1>;
  readonly comparison: RequestSlot<ComparisonV1>;
  readonly sample: RequestSlot<ComparisonSampleV1>;
  readonly comparisonRun: RequestSlot<ComparisonRunRow>;
  readonly comparisonDecision: RequestSlot<ComparisonDecisionRow>;
  /**
   * The store of comparisons.
   * @throws Refusal `comparisons_not_enabled` if the deployment has no comparisons
   */
  readonly comparisons: () => ComparisonStore;
  /** Attaches the environment, in a deployment with comparisons. */
  readonly requireComparisons: RequestHook[];
  readonly requireComparison: RequestHook[];
  readonly requireSample: RequestHook[];
  readonly requireComparisonRun: RequestHook[];
  readonly requireComparisonDecision: RequestHook[];
  readonly requireGateway: RequestHook[];
  readonly requireEnvironment: RequestHook[];
  readonly requireRoute: RequestHook[];
  readonly requireCase: RequestHook[];
  /**
   * Checks the right to compare.
   * @throws Refusal `forbidden` for callers who see the node that the path names but may not compare there
   */
  readonly permitComparing: (request: FastifyRequest) => void;
  /** True if the caller may perform an action in the environment that the path names. */
  readonly holds: (request: FastifyRequest, action: Action) => boolean;
}

/** Creates the access hooks of comparisons over the stores. */
export function createComparisonAccess(
  context: CallerContext,
  ports: Pick<ApiPorts, 'routes' | 'cases' | 'comparisons' | 'samples' | 'comparisonRuns' | 'comparisonEvidence'>,
): ComparisonAccess {
  const slots = createSlots();
  const { gateway, environment, route, comparison, sample, comparisonRun, comparisonDecision } = slots;
  const { mayCompare, inGateway, inEnvironment, forComparers } = placesOf(context, { gateway, environment });
  const withRoute = forComparers(async (request) => {
    const found = await ports.routes.find(pathId(request, 'rt'));
    if (found?.environment_id !== environment.of(request).environmentId) throw notFound();
    route.set(request, found);
  });

  const withCase = forComparers(async (request) => {
    const found = await ports.cases.find(pathId(request, 'case'));
    if (found?.gateway_id !== gateway.of(request).gatewayId) throw notFound();
    slots.case.set(request, found);
  });

  const comparisons = (): ComparisonStore => {
    if (ports.comparisons !== undefined) return ports.comparisons;
    throw new Refusal(
      'comparisons_not_enabled',
      'This deployment runs no comparisons, because it has no Temporal. Ask its operator.',
    );
  };
  const inComparisons: RequestHook = () => {
    comparisons();
    return Promise.resolve();
  };
  const withComparison = forComparers(async (request) => {
    const found = await comparisons().find(pathId(request, 'cmp', comparisonNotFound));
    if (found?.environment_id !== environment.of(request).environmentId) throw comparisonNotFound();
    comparison.set(request, found);
  });
  const withSample = forComparers(async (request) => {
    const found = await ports.samples.find(pathId(request, 'ver', comparisonNotFound));
    if (found?.comparison_id !== comparison.of(request).comparison_id) throw comparisonNotFound();
    sample.set(request, found);
  });

  const withComparisonRun = forComparers(async (request) => {
    const found = await ports.comparisonRuns.find(pathId(request, 'crun', comparisonNotFound));
    if (found?.comparison_id !== comparison.of(request).comparison_id) throw comparisonNotFound();
    comparisonRun.set(request, found);
  });

  const withDecision = forComparers(async (request) => {
    const found = await ports.comparisonEvidence.findDecision(pathId(request, 'cdec', comparisonNotFound));
    if (found?.run_id !== comparisonRun.of(request).run_id) throw comparisonNotFound();
    comparisonDecision.set(request, found);
  });

  const requireGateway = [...context.requireOrganization, inGateway];
  const requireEnvironment = [...requireGateway, inEnvironment];
  const requireComparisons = [...requireEnvironment, inComparisons];
  const requireComparison = [...requireComparisons, withComparison];
  const requireComparisonRun = [...requireComparison, withComparisonRun];
  return {
    ...slots,
    comparisons,
    requireComparisons,
    requireComparison,
    requireSample: [...requireComparison, withSample],
    requireComparisonRun,
    requireComparisonDecision: [...requireComparisonRun, withDecision],
    requireGateway,
    requireEnvironment,
    requireRoute: [...requireEnvironment, withRoute],
    requireCase: [...requireGateway, withCase],
    holds: (request, action) =>
      canActWithin(context.caller.of(request), context.workspace.of(request), environment.of(request), action),
    permitComparing(request) {
      if (mayCompare(request)) return;
      throw new Refusal(
        'forbidden',
        'Your access here does not include `comparisons.run`. Ask an operator for this permission.',
      );
    },
  };
}

/** The slots that hooks attach to a request. */
function createSlots(): Pick<
  ComparisonAccess,
  'gateway' | 'environment' | 'route' | 'case' | 'comparison' | 'sample' | 'comparisonRun' | 'comparisonDecision'
> {
  return {
    environment: requestSlot<Required<ScopeBlock>>('environment'),
    route: requestSlot<ServingRouteV1>('route'),
    gateway: requestSlot<GatewayBlock>('gateway'),
    case: requestSlot<CaseV1>('case'),
    comparison: requestSlot<ComparisonV1>('comparison'),
    sample: requestSlot<ComparisonSampleV1>('sample set'),
    comparisonRun: requestSlot<ComparisonRunRow>('comparison run'),
    comparisonDecision: requestSlot<ComparisonDecisionRow>('comparison decision'),
  };
}

function comparisonNotFound(): Refusal {
  return new Refusal(
    'comparison_not_found',
    'There is no such comparison, run, sample set or decision here, or your access does not include it. Check the ids in the path.',
  );
}

interface PlaceHooks {
  readonly mayCompare: (request: FastifyRequest) => boolean;
  readonly inGateway: RequestHook;
  readonly inEnvironment: RequestHook;
  /**
   * Makes a hook below a gateway or environment that refuses callers who may not compare there, even if the thing does
   * not exist.
   */
  readonly forComparers: (hook: RequestHook) => RequestHook;
}

/** The gateway and the environment of a path, if they exist for the caller. */
function placesOf(
  { caller, workspace, enter }: CallerContext,
  { gateway, environment }: Pick<ComparisonAccess, 'gateway' | 'environment'>,
): PlaceHooks {
  const mayCompare = (request: FastifyRequest): boolean => {
    const place = environment.find(request) ?? gateway.of(request);
    return canActWithin(caller.of(request), workspace.of(request), place, 'comparisons.run');
  };

  const inGateway: RequestHook = async (request) => {
    const [workspaceId, applicationId] = [pathId(request, 'ws'), pathId(request, 'app')];
    const gatewayId = pathId(request, 'gw');
    const { organizationId, environments } = await enter(request, workspaceId);
    const block = { organizationId, workspaceId, applicationId, gatewayId };
    // A gateway has no comparisons before it has an environment.
    const isThere = environments.some((leaf) => leaf.gatewayId === gatewayId && leaf.applicationId === applicationId);
    if (!isThere || !isNodeVisible(caller.of(request), block)) throw notFound();
    gateway.set(request, block);
  };
  const inEnvironment: RequestHook = (request) => {
    const block = { ...gateway.of(request), environmentId: pathId(request, 'env') };
    const { environments } = workspace.of(request);
    const leaf = environments.find(({ environmentId }) => environmentId === block.environmentId);
    if (leaf?.gatewayId !== block.gatewayId || !isNodeVisible(caller.of(request), block)) throw notFound();
    environment.set(request, block);
    return Promise.resolve();
  };
  const forComparers =
    (hook: RequestHook): RequestHook =>
    async (request, reply) => {
      if (mayCompare(request)) await hook(request, reply);
    };
  return { mayCompare, inGateway, inEnvironment, forComparers };
}
