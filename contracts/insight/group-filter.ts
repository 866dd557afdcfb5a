import {
  Type,
  type Static,
  type TArray,
  type TEnum,
  type TLiteral,
  type TObject,
  type TOptional,
  type TSchema,
  type TString,
} from 'typebox';
import type { GroupChoice } from '../../domain/insight/group-choice.ts';
import { CHOICE_MEMBERS, dimensionOf, type ChoiceFilter, type ChoiceMember } from '../../domain/insight/dimensions.ts';
import type { OUTCOME_VALUES } from '../../domain/insight/insight-sets.ts';
import { FILTER_TEXT_PATTERN, idTextSchema, MAX_ID_BYTES } from '../wire/id-text.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { QUERY_LIMITS } from './terms/query-limits.ts';

const closed = { additionalProperties: false, minProperties: 1 } as const;

/** A value of a facet, in the form in which its group shows it. */
export const FacetValueSchema = idTextSchema({
  minLength: 1,
  pattern: FILTER_TEXT_PATTERN,
  description: `1 to ${MAX_ID_BYTES} bytes, no control characters`,
});

const values = Type.Optional(
  Type.Array(FacetValueSchema, { minItems: 1, maxItems: QUERY_LIMITS.max_ids_per_list, uniqueItems: true }),
);
const unnamed = Type.Optional(Type.Literal(true, { description: 'The facts without a value' }));
const unserved = Type.Optional(Type.Literal(true, { description: 'The requests that no model served' }));

/** The choice of a dimension; a closed set is chosen by values only. */
type ChoiceSchema<Member extends ChoiceMember> =
  ChoiceFilter<Member> extends { readonly values: readonly (infer Value extends string)[] }
    ? TObject<{ values: TArray<TEnum<Value[]>> }>
    : TObject<{
        values: TOptional<TArray<TString>>;
        unnamed: TOptional<TLiteral<true>>;
        unserved: TOptional<TLiteral<true>>;
      }>;
type ChoiceSchemas = { [Member in ChoiceMember]: TOptional<ChoiceSchema<Member>> };

function choiceSchema(member: ChoiceMember): TSchema {
  const filter = dimensionOf(member).filter ?? {};
  const members: Record<string, TSchema> = { values: filter.values === undefined ? values : valuesOf(filter.values) };
  if (filter.unnamed) members['unnamed'] = unnamed;
  if (filter.unserved) members['unserved'] = unserved;
  return Type.Optional(Type.Object(members, closed));
}

function valuesOf(set: readonly string[]): TSchema {
  return Type.Array(literalUnion(set), { minItems: 1, maxItems: set.length, uniqueItems: true });
}

/**
 * The filter of the facts that an answer counts. Each dimension lists values in the form in which the groups of its
 * facet show them.
 */
export const GroupFilterSchema = Type.Object(
  Object.fromEntries(CHOICE_MEMBERS.map((member) => [member, choiceSchema(member)])) as ChoiceSchemas,
  {
    ...closed,
    title: 'GroupFilter',
    description:
      'Only on overview, series and facets. Counts the facts that are in one of the named groups of every member. Figures that a member cannot divide are `not_observed`.',
  },
);

export type GroupFilter = Static<typeof GroupFilterSchema>;

/**
 * The choices of a filter in the order of the closed set, with sorted, distinct values, so that equal filters give
 * equal statements.
 */
export function groupChoices(filter: GroupFilter | undefined): GroupChoice[] {
  if (filter === undefined) return [];
  return CHOICE_MEMBERS.flatMap((member) => {
    const chosen: ChosenValues | undefined = filter[member];
    return chosen === undefined ? [] : [groupChoice(member, chosen)];
  });
}

interface ChosenValues {
  readonly values?: readonly string[];
  readonly unnamed?: true;
  readonly unserved?: true;
}

function groupChoice(member: ChoiceMember, chosen: ChosenValues): GroupChoice {
  const named = [...new Set(chosen.values)].sort();
  // Facts have `unknown`; the same group of an answer also contains the pending requests.
  const facts = member === 'outcome' ? named.map((value) => (value === PENDING ? 'unknown' : value)) : named;
  return {
    member,
    values: chosen.unnamed ? ['', ...facts] : facts,
    unserved: chosen.unserved ?? false,
    pending: isOfPending(member, chosen),
  };
}

const PENDING = 'pending_or_unknown' satisfies (typeof OUTCOME_VALUES)[number];

/** True if the choice includes requests without a terminal. For the team, the admission of a request is enough. */
function isOfPending(member: ChoiceMember, chosen: ChosenValues): boolean {
  const { pendingAs } = dimensionOf(member);
  if (pendingAs === undefined) return true;
  switch (pendingAs) {
    case 'unserved':
      return chosen.unserved ?? false;
    case 'unnamed':
      return chosen.unnamed ?? false;
    case 'pending_or_unknown':
      return chosen.values?.includes(PENDING) ?? false;
  }
}
