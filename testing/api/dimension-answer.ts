import type { AnswerGroup } from '../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import { availableValue, unavailableValue } from '../../domain/insight/measured-value.ts';
import { makeAnswer } from './answers.ts';

type Dimension = NonNullable<AnswerGroup['dimension']>;

/** The change of a view that asks for requests and spend by user. */
export const USERS_VIEW = {
  query: {
    schema: 1,
    shape: 'facets',
    scope: {},
    metrics: ['requests.v1', 'provider_spend.v1'],
    dimensions: ['user'],
    dimension_values: 20,
  },
} as const;

/** The change of a view that asks for the figures of one user. */
export const ADA_VIEW = {
  query: {
    schema: 1,
    shape: 'overview',
    scope: {},
    metrics: ['requests.v1', 'provider_spend.v1'],
    dimension_filter: { user: { values: ['ada'] } },
  },
} as const;

/** The filter of that view without its values. */
export const WITHHELD_FILTER = { user: { withheld: true } } as const;

/** An answer by user: the named users with 5 requests and 0.0015 USD each, three others, and requests of no user. */
export function makeUsersAnswer(...users: string[]): InsightAnswer {
  return {
    ...makeAnswer(),
    shape: 'facets',
    groups: [
      ...users.map((value) => userGroup({ name: 'user', value }, 5n, 1_500_000n)),
      userGroup({ name: 'user', other: true, values: '3' }, 4n, 1_200_000n),
      UNNAMED_USERS,
    ],
  };
}

/** The group of all users, without figures. */
export const WITHHELD_USERS: AnswerGroup = {
  purpose: 'application',
  dimension: { name: 'user', withheld: true },
  cells: [
    { metric: 'requests.v1', value: unavailableValue('scope_not_authorized') },
    { metric: 'provider_spend.v1', value: unavailableValue('scope_not_authorized') },
  ],
};

/** The group of the requests without a user. */
export const UNNAMED_USERS = userGroup({ name: 'user' }, 2n, 700_000n);

/** The same group without money. */
export const UNNAMED_USERS_WITHOUT_MONEY: AnswerGroup = {
  ...UNNAMED_USERS,
  cells: [
    { metric: 'requests.v1', value: availableValue(2n, 'count') },
    { metric: 'provider_spend.v1', value: unavailableValue('scope_not_authorized') },
  ],
};

function userGroup(dimension: Dimension, requests: bigint, nanos: bigint): AnswerGroup {
  return {
    purpose: 'application',
    dimension,
    cells: [
      { metric: 'requests.v1', value: availableValue(requests, 'count') },
      { metric: 'provider_spend.v1', value: availableValue(nanos, 'nano_usd') },
    ],
  };
}
