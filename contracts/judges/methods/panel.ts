import { Type } from 'typebox';
import { EVALS_DEFAULTS } from '../../../domain/judges/configuration/evals-settings.ts';
import { MAX_SEATS, PANEL_RULES } from '../../../domain/judges/methods/panel.ts';
import { blockSetting, listSetting, textSetting, variableSetting } from '../../wire/configuration-leaf.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import type { MethodPrompt } from './method-prompt.ts';
import { POINTWISE_BOOL_PROMPT } from './pointwise-bool.ts';

/**
 * Each panel member receives the same prompt as a single judge. A panel with other models is another judge; a panel
 * with its members in another order is the same judge.
 */
export const PANEL_PROMPT: MethodPrompt = {
  promptOf: POINTWISE_BOOL_PROMPT.promptOf,
  shaParts: (members) => members.map(({ model }) => model).sort(),
};

const PanelSeatSchema = blockSetting({
  model: Type.Optional(
    textSetting({
      form: 'the name of a model',
      description: 'The model of a member at a provider; needs `api_key_env`.',
    }),
  ),
  api_key_env: Type.Optional(variableSetting('The variable with the key of that provider.')),
  endpoint_env: Type.Optional(variableSetting('The variable with the address of that provider.')),
  sidecar_endpoint_env: Type.Optional(
    variableSetting(
      'The variable with the address of a member behind a sidecar; it replaces the other settings. No version composes it yet.',
    ),
  ),
});

/** The settings of a panel. */
export const PanelSchema = blockSetting({
  members: listSetting(PanelSeatSchema, {
    form: 'a list of seats',
    description: `The members: from 3 to ${MAX_SEATS}, of at least 2 families.`,
  }),
  rule: Type.Optional(
    literalUnion(PANEL_RULES, {
      form: '`majority`',
      fallback: EVALS_DEFAULTS.rule,
      description: 'The rule by which the votes of the members become one verdict.',
    }),
  ),
});
