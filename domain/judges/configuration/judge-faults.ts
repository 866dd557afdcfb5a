import type { Path, PlacedFault } from '../../kernel/placed-fault.ts';
import { modelFamily } from '../../models/model-family.ts';
import { MOST_SEATS, type JudgeBlock, type PanelSeat, type SidecarJudgeBlock } from './evals-block.ts';
import { EVALS_DEFAULTS } from './evals-settings.ts';

/** A tier whose answers are judged. */
export interface JudgedTier {
  readonly name?: string;
  readonly model?: string;
}

/** Fewer people decide nothing by majority, and seats of one family have one blind spot. */
const LEAST_SEATS = 3;
const LEAST_FAMILIES = 2;
/** How often a judge is asked the same. */
const MOST_CONSISTENCY = 1;
/** What a judge may not be: it stands for the truth, and to be judged by it is no measurement. */
const ORACLE = 'oracle';

/** What is wrong with a judge at a provider, beside the form of its settings. */
export function findJudgeFaults(judge: JudgeBlock, tiers: readonly JudgedTier[], path: Path): PlacedFault[] {
  const { self_consistency_k: k = EVALS_DEFAULTS.self_consistency_k } = judge;
  return [
    ...findModelFaults(judge.model, [...path, 'model']),
    ...(k > MOST_CONSISTENCY
      ? [
          {
            path: [...path, 'self_consistency_k'],
            detail: `must be at most ${MOST_CONSISTENCY}: this version asks a judge once`,
          },
        ]
      : []),
    ...findMethodFaults(judge, tiers, path),
  ];
}

/** What does not go with its method. Of a method that there is not, nothing can be said. */
function findMethodFaults(judge: JudgeBlock, tiers: readonly JudgedTier[], path: Path): PlacedFault[] {
  const method = 'method' in judge ? judge.method : EVALS_DEFAULTS.method;
  if (method === undefined) return [];
  const rubric = findRubricFaults(method, judge.rubric, [...path, 'rubric']);
  const panel = [...path, 'panel'];
  if (method !== 'panel') {
    return [
      ...findFamilyFaults(judge.model, tiers, [...path, 'model']),
      ...rubric,
      ...(judge.panel === undefined ? [] : [{ path: panel, detail: `does not go with the method \`${method}\`` }]),
    ];
  }
  return [
    ...(judge.endpoint_env === undefined
      ? []
      : [
          {
            path: [...path, 'endpoint_env'],
            detail: 'does not go with the method `panel`: each seat names its own',
          },
        ]),
    ...rubric,
    ...(judge.panel === undefined
      ? [{ path: panel, detail: 'is required with the method `panel`' }]
      : findPanelFaults(judge.panel.members, tiers, [...panel, 'members'])),
  ];
}

/** The same of a judge behind a sidecar. */
export function findSidecarJudgeFaults({ method, rubric }: SidecarJudgeBlock, path: Path): PlacedFault[] {
  return method === undefined ? [] : findRubricFaults(method, rubric, [...path, 'rubric']);
}

function findRubricFaults(method: string, rubric: object | undefined, path: Path): PlacedFault[] {
  if (method === 'pointwise-rubric') {
    return rubric === undefined ? [{ path, detail: 'is required with the method `pointwise-rubric`' }] : [];
  }
  return rubric === undefined ? [] : [{ path, detail: `does not go with the method \`${method}\`` }];
}

function findModelFaults(model: string | undefined, path: Path): PlacedFault[] {
  return model === ORACLE ? [{ path, detail: 'must not be `oracle`: name the model that judges' }] : [];
}

/** Models of a family prefer answers of their own. */
function findFamilyFaults(model: string | undefined, tiers: readonly JudgedTier[], path: Path): PlacedFault[] {
  if (model === undefined || model === ORACLE) return [];
  const family = modelFamily(model);
  return tiers.flatMap((tier) =>
    tier.model !== undefined && modelFamily(tier.model) === family
      ? [
          {
            path,
            detail: `is of the family ${family}, and so is the tier ${tier.name ?? ''} (${tier.model}) that it judges`,
          },
        ]
      : [],
  );
}

function findPanelFaults(
  members: readonly (PanelSeat | undefined)[] | undefined,
  tiers: readonly JudgedTier[],
  path: Path,
): PlacedFault[] {
  if (members === undefined) return [];
  const families = new Set(members.flatMap((seat) => (seat?.model === undefined ? [] : [modelFamily(seat.model)])));
  const isFew = members.length < LEAST_SEATS;
  return [
    ...(isFew ? [{ path, detail: `must be at least ${LEAST_SEATS} seats, and there are ${members.length}` }] : []),
    ...(members.length > MOST_SEATS
      ? [{ path, detail: `must be at most ${MOST_SEATS} seats, and there are ${members.length}` }]
      : []),
    ...(!isFew && families.size < LEAST_FAMILIES
      ? [{ path, detail: `must be models of at least ${LEAST_FAMILIES} families, and there are ${families.size}` }]
      : []),
    ...members.flatMap((seat, index) => (seat === undefined ? [] : findSeatFaults(seat, tiers, [...path, index]))),
  ];
}

/** A member that was taken out for its form still says what kind of seat was meant. */
function findSeatFaults(seat: PanelSeat, tiers: readonly JudgedTier[], path: Path): PlacedFault[] {
  const isProvider = ['model', 'api_key_env', 'endpoint_env'].some((name) => name in seat);
  const isSidecar = 'sidecar_endpoint_env' in seat;
  if (isProvider && isSidecar) {
    return [{ path, detail: 'must be one kind of seat: `model` with `api_key_env`, or `sidecar_endpoint_env`' }];
  }
  if (isSidecar) return [];
  const missing = (['model', 'api_key_env'] as const).filter((name) => !(name in seat));
  return [
    ...missing.map((name) => ({ path: [...path, name], detail: 'is required of a seat at a provider' })),
    ...findModelFaults(seat.model, [...path, 'model']),
    ...findFamilyFaults(seat.model, tiers, [...path, 'model']),
  ];
}
