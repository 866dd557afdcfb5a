import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import { modelFamily } from '../../models/model-family.ts';
import type { ComposedMethod, JudgedTier, PanelMemberSettings } from './judge-method.ts';
import { findAddressRefusals, findFamilyFaults, findModelFaults, findRubricFaults } from './member-faults.ts';
import { WITHOUT_QUORUM } from './scoring-ending.ts';

/** The largest number of seats: each is a paid call for every request, and its words are kept by its place. */
export const MAX_SEATS = 16;

/** The rules by which the votes of a panel become one verdict. */
export const PANEL_RULES = ['majority'] as const;

/** Fewer people decide nothing by majority, and seats of one family have one blind spot. */
const MIN_SEATS = 3;
const MIN_FAMILIES = 2;

const SHAPE = { id: 'panel', isServedBySidecars: false, needsRubric: false } as const;

/**
 * Models of several families vote. A panel passes or fails an answer where more than half of all its seats say so, even
 * if others failed. Where most seats voted without such a majority, it abstains.
 */
export const panel: ComposedMethod<'panel'> = {
  ...SHAPE,
  findFaults: (judge, tiers, path) => [
    ...(judge.endpoint_env === undefined
      ? []
      : [
          {
            path: [...path, 'endpoint_env'],
            detail: 'does not go with the method `panel`: each seat names its own',
          },
        ]),
    ...findRubricFaults(SHAPE, judge.rubric, [...path, 'rubric']),
    ...(judge.panel === undefined
      ? [{ path: [...path, 'panel'], detail: 'is required with the method `panel`' }]
      : findPanelFaults(judge.panel.members, tiers, [...path, 'panel', 'members'])),
  ],
  findRefusals: (judge, path) =>
    panel.membersOf(judge).flatMap((seat = {}, index) =>
      seat.sidecar_endpoint_env === undefined
        ? findAddressRefusals(seat, [...path, 'panel', 'members', index])
        : [
            {
              path: [...path, 'panel', 'members', index, 'sidecar_endpoint_env'],
              detail: 'is not supported: this version accepts only seats at providers',
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
    ...(isFew ? [{ path, detail: `must be at least ${MIN_SEATS} seats, and there are ${members.length}` }] : []),
    ...(members.length > MAX_SEATS
      ? [{ path, detail: `must be at most ${MAX_SEATS} seats, and there are ${members.length}` }]
      : []),
    ...(!isFew && families.size < MIN_FAMILIES
      ? [{ path, detail: `must be models of at least ${MIN_FAMILIES} families, and there are ${families.size}` }]
      : []),
    ...members.flatMap((seat, index) => (seat === undefined ? [] : findSeatFaults(seat, tiers, [...path, index]))),
  ];
}

/** A member that was taken out for its form still says what kind of seat was meant. */
function findSeatFaults(seat: PanelMemberSettings, tiers: readonly JudgedTier[], path: DocumentPath): DocumentFault[] {
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
