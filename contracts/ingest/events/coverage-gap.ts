import { Type, type Static } from 'typebox';
import { PRODUCER_CLASSES } from '../../../domain/insight/insight-sets.ts';
import { instantMember, enumMember, textMember } from './members.ts';

/** A time in which traffic was not recorded, declared by the owner of a log. It makes the missing coverage explicit. */
export const CoverageGapSchema = Type.Object(
  {
    event: Type.Literal('coverage_gap', { description: 'Name of the event.' }),
    schema: Type.Literal(1, { description: 'Version of this format.' }),
    scope: Type.Object(
      { organization_id: textMember('Organization.'), workspace_id: textMember('Workspace whose traffic is missing.') },
      { additionalProperties: false },
    ),
    producer_class: enumMember(PRODUCER_CLASSES, 'Class of the producer whose events are missing.'),
    from: instantMember('Start of the gap, inclusive.'),
    to: instantMember('End of the gap, exclusive; after `from`.'),
    reason: textMember('The reason why nothing was recorded, as the owner of the log states it.'),
  },
  { additionalProperties: false },
);

export type CoverageGap = Static<typeof CoverageGapSchema>;
