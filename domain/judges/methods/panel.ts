import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import { modelFamily } from '../../models/model-family.ts';
import type { ComposedMethod, JudgedTier, PanelMemberSettings } from './judge-method.ts';
import { findAddressRefusals, findFamilyFaults, findModelFaults, findRubricFaults } from './member-faults.ts';
import { WITHOUT_QUORUM } from './scoring-ending.ts';

/**
 * The maximum number of panel members. Each member is a paid call for every request, and its vote is stored under its
 * position.
 */
export const MAX_SEATS = 16;

/** The rules that turn the votes of a panel into a verdict. */
export const PANEL_RULES = ['majority'] as const;

/** A majority needs at least three members, and members of a single family share the same blind spots. */
const MIN_SEATS = 3;
const MIN_FAMILIES = 2;

const SHAPE = { id: 'panel', isServedBySidecars: false, needsRubric: false } as const;

/**
 * The method in which models of several families vote. A panel passes or fails an answer if more than half of all
 * members vote so, even if some calls failed. If most members voted without such a majority, the panel abstains.
 */
export const panelMethod: ComposedMethod<'panel'> = {
  ...SHAPE,
  findFaults: (judge, tiers, path) => [
    ...(judge.endpoint_env === undefined
      ? []
      : [
          {
            path: [...path, 'endpoint_env'],
            detail: 'cannot be used with the method `panel`: set it in each seat',
          },
        ]),
    ...findRubricFaults(SHAPE, judge.rubric, [...path, 'rubric']),
    ...(judge.panel === undefined
      ? [{ path: [...path, 'panel'], detail: 'is required with the method `panel`' }]
      : findPanelFaults(judge.panel.members, tiers, [...path, 'panel', 'members'])),
  ],
  findRefusals: (judge, path) =>
    panelMethod.membersOf(judge).flatMap((seat = {}, index) =>
      seat.sidecar_endpoint_env === undefined
        ? findAddressRefusals(seat, [...path, 'panel', 'members', index])
        : [
            {
              path: [...path, 'panel', 'members', index, 'sidecar_endpoint_env'],
              detail: 'is not supported: this version accepts only seats with `model`',
            },
          ],
    ),
  membersOf: (judge) => judge.panel?.members ?? [],
  combine(endings) {
    const votes = endings.flatMap((ending) => (ending.kind === 'voted' ? [ending.vote] : []));
    if (2 * votes.length <= endings.length) return WITHOUT_QUORUM;
    const isSplit = new Set(votes).size > 1;
    for (const verdict of ['pass', 'fail'] as const) {
      const behind = votes.filter((vote) => vote === verdict).length;
      if (2 * behind > endings.length) return { kind: 'judged', verdict, isSplit, certainty: behind / endings.length };
    }
    return { kind: 'judged', verdict: 'abstained', isSplit, certainty: undefined };
  },
  disclosesSplit: true,
};

function findPanelFaults(
  members: readonly (PanelMemberSettings | undefined)[] | undefined,
  tiers: readonly JudgedTier[],
  path: DocumentPath,
): DocumentFault[] {
  if (members === undefined) return [];
  const families = new Set(members.flatMap((seat) => (seat?.model === undefined ? [] : [modelFamily(seat.model)])));
  const isFew = members.length < MIN_SEATS;
  return [
    ...(isFew ? [{ path, detail: `must have at least ${MIN_SEATS} seats, but has ${members.length}` }] : []),
    ...(members.length > MAX_SEATS
      ? [{ path, detail: `must have at most ${MAX_SEATS} seats, but has ${members.length}` }]
      : []),
    ...(!isFew && families.size < MIN_FAMILIES
      ? [{ path, detail: `must have models of at least ${MIN_FAMILIES} families, but has ${families.size}` }]
      : []),
    ...members.flatMap((seat, index) => (seat === undefined ? [] : findSeatFaults(seat, tiers, [...path, index]))),
  ];
}

/**
 * The faults of a panel member. A setting with an invalid value is undefined, but still shows which kind of member was
 * intended.
 */
function findSeatFaults(seat: PanelMemberSettings, tiers: readonly JudgedTier[], path: DocumentPath): DocumentFault[] {
  const isProvider = ['model', 'api_key_env', 'endpoint_env'].some((name) => name in seat);
  const isSidecar = 'sidecar_endpoint_env' in seat;
  if (isProvider && isSidecar) {
    return [{ path, detail: 'must be one kind of seat: `model` with `api_key_env`, or `sidecar_endpoint_env`' }];
  }
  if (isSidecar) return [];
  const missing = (['model', 'api_key_env'] as const).filter((name) => !(name in seat));
  return [
    ...missing.map((name) => ({
      path: [...path, name],
      detail: 'is required for a seat without `sidecar_endpoint_env`',
    })),
    ...findModelFaults(seat.model, [...path, 'model']),
    ...findFamilyFaults(seat.model, tiers, [...path, 'model']),
  ];
}
