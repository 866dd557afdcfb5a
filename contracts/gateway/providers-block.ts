import { Type, type TArray, type TOptional, type TString } from 'typebox';
import { UPSTREAM_WIRES } from '../../domain/gateway/provider-block.ts';
import { blockSetting, listSetting, textSetting, variableSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { modelsMember, nameMember } from './rule-members.ts';

/** A token of RFC 9110. */
const HEADER_NAME = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$";

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
  forward_headers: headersMember(
    'Headers of callers that go on to it beside those that always do. Each is part of the fingerprint of the cache. None carries a credential or a cookie.',
  ),
  return_headers: headersMember(
    'Headers of its answers that go back to callers beside those that always do. None carries a credential or a cookie.',
  ),
});

/** Headers that cross at a provider beside those that always do. */
function headersMember(description: string): TOptional<TArray<TString>> {
  const name = textSetting({ form: 'the name of a header', description: 'A header, in any letter case.' }, HEADER_NAME);
  return Type.Optional(listSetting(name, { form: 'a list of names of headers', description }));
}

/** The block `providers` of the configuration file: who stands behind the gateway. */
export const ProvidersBlockSchema = listSetting(
  ProviderSchema,
  { form: 'a list of providers', description: 'Who stands behind the gateway.' },
  1,
);
