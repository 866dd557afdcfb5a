import { Type } from 'typebox';
import { SHADOW_DEFAULTS } from '../../domain/gateway/routing/shadow-settings.ts';
import { blockSetting, countSetting, numberSetting } from '../wire/configuration-leaf.ts';

/** The block `shadow` of the configuration file: additional calls in the mode `shadow`, next to those of callers. */
export const ShadowBlockSchema = blockSetting({
  sample_rate: Type.Optional(
    numberSetting(
      {
        form: 'a number from 0 to 1',
        fallback: String(SHADOW_DEFAULTS.sampleRate),
        description:
          'The share of answered calls that the gateway repeats at the chosen tier after the answer has ended. Repeated calls cost money, under the same limits.',
      },
      { minimum: 0, maximum: 1 },
    ),
  ),
  concurrency: Type.Optional(
    countSetting(
      {
        form: 'a whole number of at least 1',
        fallback: String(SHADOW_DEFAULTS.concurrency),
        description:
          'The maximum number of repeated calls in flight in a process. Further repeats are dropped and counted.',
      },
      1,
    ),
  ),
});
