import { Type, type TNumber, type TOptional } from 'typebox';
import { OUTCOME_METRICS, type OutcomeMetric } from '../../../domain/judges/evaluators.ts';
import { MIN_TOLERANCE } from '../../../domain/judges/configuration/calibration-settings.ts';
import { GOLD_SOURCES } from '../../../domain/judges/configuration/evals-block.ts';
import { EVALS_DEFAULTS } from '../../../domain/judges/configuration/evals-settings.ts';
import {
  blockSetting,
  countSetting,
  durationSetting,
  flagSetting,
  listSetting,
  numberSetting,
  textSetting,
} from '../../wire/configuration-leaf.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { EvaluatorEntrySchema } from './evaluator-entry.ts';

const OutcomesSchema = blockSetting({
  api_enabled: Type.Optional(
    flagSetting(
      'Declares that batches of outcomes are expected; needs the dashboard. `false` does not switch them off.',
    ),
  ),
  otel_ingest: Type.Optional(flagSetting('Accepts outcomes as events of OpenTelemetry; needs the dashboard.')),
});

const ValidationSchema = blockSetting({
  require_iaa: Type.Optional(
    flagSetting('Refuses a validation if all labels are of one person. Without it, the record discloses this.'),
  ),
  gold_sources: Type.Optional(
    listSetting(
      literalUnion(GOLD_SOURCES, { form: `one of ${GOLD_SOURCES.join(', ')}` }),
      {
        form: `a list of at least one of ${GOLD_SOURCES.join(', ')}`,
        fallback: `[${EVALS_DEFAULTS.gold_sources.join(', ')}]`,
        description: 'The sources of labels for the gold set; `feedback` only measures satisfaction.',
      },
      1,
    ),
  ),
  min_kappa: Type.Optional(
    numberSetting(
      {
        form: `a number from ${EVALS_DEFAULTS.min_kappa}, the floor, to 1`,
        fallback: String(EVALS_DEFAULTS.min_kappa),
        description: 'The agreement with people that a judge must reach. The floor can only be raised.',
      },
      { minimum: EVALS_DEFAULTS.min_kappa, maximum: 1 },
    ),
  ),
  min_coverage: Type.Optional(
    numberSetting(
      {
        form: `a number from ${EVALS_DEFAULTS.min_coverage}, the floor, to 1`,
        fallback: String(EVALS_DEFAULTS.min_coverage),
        description:
          'The share of labelled rows for which a judge must give a verdict of pass or fail. The floor can only be raised.',
      },
      { minimum: EVALS_DEFAULTS.min_coverage, maximum: 1 },
    ),
  ),
  selective_risk: Type.Optional(
    numberSetting(
      {
        form: 'a number between 0 and 1, and neither of them',
        fallback: String(EVALS_DEFAULTS.selective_risk),
        description: 'Alpha: the maximum share of wrong verdicts in an accepted region.',
      },
      { exclusiveMinimum: 0, exclusiveMaximum: 1 },
    ),
  ),
  auto_validate: Type.Optional(
    blockSetting({
      enabled: Type.Optional(flagSetting('Validates judges automatically.')),
      interval: Type.Optional(
        durationSetting({
          fallback: EVALS_DEFAULTS.interval,
          description: 'The interval between validations; `0s` stands for the default.',
        }),
      ),
      new_labels_threshold: Type.Optional(
        countSetting(
          {
            form: 'a whole number of at least 1',
            fallback: String(EVALS_DEFAULTS.new_labels_threshold),
            description: 'The number of new labels after which judges are validated again.',
          },
          1,
        ),
      ),
    }),
  ),
});

const toleranceSetting = (description: string, about: { readonly fallback?: string } = {}): TNumber =>
  numberSetting(
    { form: `a number of at least ${MIN_TOLERANCE} and below 1`, description, ...about },
    { minimum: MIN_TOLERANCE, exclusiveMaximum: 1 },
  );

const CalibrationSchema = blockSetting({
  quality: Type.Optional(
    blockSetting({
      enabled: Type.Optional(
        flagSetting(
          'Fits quality calibrations and derives claims from them. `false`: no artifact is written, and no calibrated claim is made.',
        ),
      ),
      confidence: Type.Optional(
        numberSetting(
          {
            form: 'a number between 0 and 1, and neither of them',
            description: 'The confidence of the claims; required if `enabled` is true.',
          },
          { exclusiveMinimum: 0, exclusiveMaximum: 1 },
        ),
      ),
      min_n: Type.Optional(
        countSetting(
          {
            form: `a whole number of at least ${EVALS_DEFAULTS.min_n}, the floor`,
            fallback: String(EVALS_DEFAULTS.min_n),
            description:
              'The number of rows that a segment must hold out. The floor can only be raised. The segment needs about four times as many rows in total.',
          },
          EVALS_DEFAULTS.min_n,
        ),
      ),
      refit_interval: Type.Optional(
        durationSetting({
          description: 'The interval between refits. If it is absent or `0s`, calibrations are not refitted.',
        }),
      ),
      tolerance: Type.Optional(
        toleranceSetting('The maximum share of wrong verdicts among the accepted ones. It is part of each artifact.', {
          fallback: String(EVALS_DEFAULTS.tolerance),
        }),
      ),
      tolerances: Type.Optional(
        blockSetting(
          Object.fromEntries(
            OUTCOME_METRICS.map((metric) => [
              metric,
              Type.Optional(toleranceSetting(`The tolerance of the metric \`${metric}\`; \`tolerance\` by default.`)),
            ]),
          ) as Readonly<Record<OutcomeMetric, TOptional<TNumber>>>,
        ),
      ),
    }),
  ),
});

/** The block `evals` of the configuration file: judges, and the validation of their verdicts. */
export const EvalsBlockSchema = blockSetting({
  outcomes: Type.Optional(OutcomesSchema),
  evaluators: Type.Optional(
    listSetting(EvaluatorEntrySchema, { form: 'a list of evaluators', description: 'The evaluators, in order.' }),
  ),
  validation: Type.Optional(ValidationSchema),
  annotation_queue: Type.Optional(
    blockSetting({
      enabled: Type.Optional(
        flagSetting('Offers rows to people for labelling; needs captured requests and responses.'),
      ),
    }),
  ),
  calibration: Type.Optional(CalibrationSchema),
  drift: Type.Optional(
    blockSetting({
      detectors: Type.Optional(
        listSetting(textSetting({ form: 'the id of a detector', description: '' }), {
          form: 'a list of ids of detectors',
          fallback: '[]',
          description:
            'The drift detectors, each once: `robust-seasonal-v1`, `psi-window-v1` and `risk-monitor-v1`. Reads drop unknown ids. Without detectors, drift is not measured.',
        }),
      ),
    }),
  ),
});
