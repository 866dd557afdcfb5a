import { Type, type Static, type TInteger } from 'typebox';
import { LIMIT_UNITS } from '../../../domain/gateway/governance/limit-kind.ts';
import { enumMember, instantMember, textMember, wholeMember } from './members.ts';

/** An amount in the unit of its limit. */
function amount(description: string): TInteger {
  return wholeMember(0, Number.MAX_SAFE_INTEGER, description);
}

/** The limit of the gateway that refused a request, with its amounts at the refusal. */
export const RefusingLimitSchema = Type.Object(
  {
    id: textMember('The limit, as `x-tt-refused-by` names it.'),
    node: textMember('The counted node, with its organization.'),
    unit: enumMember(LIMIT_UNITS, 'The unit of all amounts; `calls` are calls in flight.'),
    limit: amount('The maximum, in the window or at the same time.'),
    observed: Type.Optional(
      amount('The used or reserved amount, or the need of a request that can never fit; absent if it is unknown.'),
    ),
    bound: amount('The amount by which a process of the gateway may refuse too early.'),
    resets_at: Type.Optional(instantMember('The end of the window; absent for calls in flight.')),
  },
  {
    additionalProperties: false,
    description:
      'The limit of the gateway that refused the request; on refused requests only. It is not part of the event’s content.',
  },
);

export type RefusingLimit = Static<typeof RefusingLimitSchema>;
