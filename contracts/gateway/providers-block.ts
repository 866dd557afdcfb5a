import { Type } from 'typebox';
import { UPSTREAM_WIRES } from '../../domain/gateway/provider-block.ts';
import { blockSetting, listSetting, textSetting, variableSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { modelsMember, nameMember } from './rule-members.ts';

const ProviderSchema = blockSetting({
  name: nameMember('What scopes of keys, figures and errors call it; no two have the same.'),
  wire: literalUnion(UPSTREAM_WIRES, {
    form: '`anthropic` or `openai`',
    description: 'What it speaks: Messages, or Chat Completions, Responses and Embeddings.',
  }),
  base_url: textSetting(
    {
      form: 'an http or https address without user, query and fragment',
      description:
        'What the official client of the wire would be given: `https://api.anthropic.com`, `https://api.openai.com/v1`.',
    },
    '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
  ),
  api_key_env: Type.Optional(
    variableSetting(
      'The variable of the gateway that holds its key. Without it, it is called with the key that a caller brings along, or with none.',
    ),
  ),
  models: modelsMember(
    'Which models it answers for. Of several that answer for a model, the first of the list is called.',
  ),
  priced_as: Type.Optional(
    textSetting({
      form: 'a provider of the price table',
      description: 'Whose prices hold, where its address does not say so. Without either, its calls are unpriced.',
    }),
  ),
});

/** The block `providers` of the configuration file: who stands behind the gateway. */
export const ProvidersBlockSchema = listSetting(
  ProviderSchema,
  { form: 'a list of providers', description: 'Who stands behind the gateway.' },
  1,
);
