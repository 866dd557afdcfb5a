import { defineCommand } from '../../../tree/command.ts';
import { defaultedFlag, optionalFlag, switchFlag } from '../../../tree/flag.ts';
import { anyText, oneOf, wholeNumber } from '../../../tree/forms.ts';
import { BODY_FLAG, NOT_WITH_BODY } from '../lane/body-flags.ts';
import { LANE_FLAGS, WORKSPACE_FLAGS } from '../lane/lane-flags.ts';
import { DRILLDOWN_GRAINS, facetValue, type DrilldownGrain } from './drilldown-forms.ts';
import { FIGURE_FLAGS, SCOPE_FLAGS } from './question-flags.ts';
import { WINDOW_FLAGS } from './window-flags.ts';

/** Commands of `cloud insights`. */
export const insightCommands = [
  defineCommand('cloud insights overview', {
    summary: 'shows the figures of a window',
    description:
      'Without groups, the answer has one figure for each metric. With --grain it is a series, and with --facet or --dimension it has a group for each value. --body takes a complete insight-query/v1 of any shape.',
    operation: 'customer.insights.query',
    flags: { ...WORKSPACE_FLAGS, ...WINDOW_FLAGS, ...SCOPE_FLAGS, ...FIGURE_FLAGS, ...BODY_FLAG },
    examples: [
      { line: 'tt cloud insights overview --since 30d --previous', does: 'Compare the last 30 days with those before' },
      { line: 'tt cloud insights overview --since 30d --grain day', does: 'See the spend of each day' },
      { line: 'tt cloud insights overview --facet final_model', does: 'See the spend of each model' },
    ],
    load: async () => (await import('./insight-actions.ts')).showOverview,
  }),
  defineCommand('cloud insights drilldown', {
    summary: 'lists the requests, attempts or ratings of a window',
    operation: 'customer.insights.query',
    flags: {
      ...WORKSPACE_FLAGS,
      ...WINDOW_FLAGS,
      ...SCOPE_FLAGS,
      grain: defaultedFlag<DrilldownGrain>(
        '<grain>',
        'the kind of rows',
        { form: oneOf(DRILLDOWN_GRAINS), preset: 'request' },
        NOT_WITH_BODY,
      ),
      request: optionalFlag(
        '<id>',
        'only rows of this request; with --grain attempt or feedback',
        anyText,
        NOT_WITH_BODY,
      ),
      where: optionalFlag(
        '<facet=value>',
        'only requests of this group; with --grain request',
        facetValue,
        NOT_WITH_BODY,
      ),
      limit: optionalFlag('<n>', 'the number of rows', wholeNumber(1, 100), { contradicts: ['body', 'all'] }),
      all: switchFlag('shows the rows of every page', NOT_WITH_BODY),
      ...BODY_FLAG,
    },
    examples: [
      { line: 'tt cloud insights drilldown --where outcome=failed', does: 'List the failed requests of a week' },
      {
        line: 'tt cloud insights drilldown --grain attempt --request req-1',
        does: 'List the attempts of one request',
      },
    ],
    load: async () => (await import('./insight-actions.ts')).drillDown,
  }),
  defineCommand('cloud insights catalog', {
    summary: 'lists the metrics, and the values that questions accept',
    operation: 'customer.insights.catalog',
    flags: LANE_FLAGS,
    examples: [{ line: 'tt cloud insights catalog --jq .data.limits', does: 'See the limits of questions' }],
    load: async () => (await import('./insight-actions.ts')).showCatalog,
  }),
];
