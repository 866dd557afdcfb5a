import { CALLER_DIMENSIONS } from '../../../../domain/insight/caller-dimensions.ts';
import { FACETS, type Facet } from '../../../../domain/insight/dimensions.ts';
import { GRAINS, PURPOSES, type Grain, type Purpose } from '../../../../domain/insight/insight-sets.ts';
import type { QueryScope } from '../../../../clients/typescript/wire.ts';
import { usageFault } from '../../../output/command-fault.ts';
import { listFlag, optionalFlag, switchFlag, type Form } from '../../../tree/flag.ts';
import { anyText, idOf, oneOf, wholeNumber } from '../../../tree/forms.ts';
import { NOT_WITH_BODY } from '../lane/body-flags.ts';

/** The flags with the part of the workspace that a question covers. */
export const SCOPE_FLAGS = {
  application: listFlag('<app_…>', 'only this application', { form: idOf('application') }, NOT_WITH_BODY),
  gateway: listFlag('<gw_…>', 'only this gateway', { form: idOf('gateway') }, NOT_WITH_BODY),
  environment: listFlag('<env_…>', 'only this environment', { form: idOf('environment') }, NOT_WITH_BODY),
  purpose: listFlag('<purpose>', 'this purpose; application if absent', { form: oneOf(PURPOSES) }, NOT_WITH_BODY),
} as const;

const dimension: Form<string> = {
  rule: `one of ${CALLER_DIMENSIONS.join(', ')}, or tag.<key>`,
  parse: (text) =>
    (CALLER_DIMENSIONS as readonly string[]).includes(text) || /^tag\.[\x21-\x7e]{1,32}$/.test(text) ? text : undefined,
};

/** The flags with the figures of a question. */
export const FIGURE_FLAGS = {
  metric: listFlag(
    '<metric.vN>',
    'a metric of tt cloud insights catalog; requests, spend and tokens if absent',
    { form: anyText, to: 50 },
    NOT_WITH_BODY,
  ),
  grain: optionalFlag(
    '<grain>',
    'a series with one group for each hour, day, week or month',
    oneOf(GRAINS),
    NOT_WITH_BODY,
  ),
  facet: listFlag('<facet>', 'groups by this facet', { form: oneOf(FACETS) }, { contradicts: ['body', 'dimension'] }),
  dimension: listFlag(
    '<dimension>',
    'groups by this dimension that callers state',
    { form: dimension, to: 3 },
    { contradicts: ['body', 'facet'] },
  ),
  top: optionalFlag(
    '<n>',
    'the number of values of --facet or --dimension with a group of their own',
    wholeNumber(1, 100),
    NOT_WITH_BODY,
  ),
  previous: switchFlag('compares with the period before', { contradicts: ['body', 'grain', 'facet', 'dimension'] }),
} as const;

interface ScopeValues {
  readonly application: readonly string[];
  readonly gateway: readonly string[];
  readonly environment: readonly string[];
  readonly purpose: readonly Purpose[];
}

interface FigureValues {
  readonly metric: readonly string[];
  readonly grain: Grain | undefined;
  readonly facet: readonly Facet[];
  readonly dimension: readonly string[];
  readonly top: number | undefined;
  readonly previous: boolean;
}

const USUAL_METRICS = ['requests.v1', 'provider_spend.v1', 'tokens.v1'];

/** The part of the workspace that a question covers. Empty stands for everything that the caller can read. */
export function scopeFrom({ application, gateway, environment }: ScopeValues): QueryScope {
  return {
    ...(application.length > 0 && { application_ids: [...application] }),
    ...(gateway.length > 0 && { gateway_ids: [...gateway] }),
    ...(environment.length > 0 && { environment_ids: [...environment] }),
  };
}

/**
 * The members of a question about figures: its shape, its metrics and its groups.
 *
 * @throws CommandFault `usage` for `--top` without groups of values
 */
export function figuresFrom(flags: FigureValues & Pick<ScopeValues, 'purpose'>): object {
  const { metric, grain, facet, dimension: dimensions, top, previous, purpose } = flags;
  const isGrouped = facet.length + dimensions.length > 0;
  if (top !== undefined && !isGrouped)
    throw usageFault('--top is a number of values of --facet or --dimension.', 'add --facet or --dimension');
  return {
    shape: grain !== undefined ? 'series' : isGrouped ? 'facets' : 'overview',
    metrics: metric.length > 0 ? metric : USUAL_METRICS,
    ...(purpose.length > 0 && { purposes: purpose }),
    ...(grain !== undefined && { grain }),
    ...(facet.length > 0 && { facets: facet }),
    ...(dimensions.length > 0 && { dimensions }),
    ...(top !== undefined && { [dimensions.length > 0 ? 'dimension_values' : 'top_values']: top }),
    ...(previous && { comparison: 'previous_period' }),
  };
}
