import type { ComposedMethod } from './judge-method.ts';
import { findAddressRefusals } from './member-faults.ts';
import { declareSingleModelMethod } from './declare-single-model-method.ts';
import { WITHOUT_QUORUM } from './scoring-ending.ts';

/** The method in which one model passes or fails each answer separately. */
export const pointwiseBoolMethod: ComposedMethod<'pointwise-bool'> = {
  ...declareSingleModelMethod({ id: 'pointwise-bool', isServedBySidecars: false, needsRubric: false }),
  findRefusals: findAddressRefusals,
  membersOf: (judge) => [judge],
  combine([only = WITHOUT_QUORUM]) {
    if (only.kind === 'failed') return only;
    return { kind: 'judged', verdict: only.vote, isSplit: false, certainty: undefined };
  },
  disclosesSplit: false,
};
