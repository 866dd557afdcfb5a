import { Type, type TArray, type TOptional, type TString } from 'typebox';
import { SERVICE_DIMENSIONS } from '../../domain/gateway/own-price.ts';
import { UPSTREAM_WIRES } from '../../domain/models/protocols.ts';
import { blockSetting, listSetting, numberSetting, textSetting, variableSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { modelsMember, nameMember } from './rule-members.ts';

/** A token of RFC 9110. */
const HEADER_NAME = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$";

const USD_BOUNDS = { minimum: 0, maximum: 1_000_000 };
const MULTIPLIER_BOUNDS = { exclusiveMinimum: 0, maximum: 1_000 };

const usd = (description: string) => numberSetting({ form: 'USD, from 0 to 1000000', description }, USD_BOUNDS);
const multiplier = (description: string) =>
  numberSetting({ form: 'a number above 0, of at most 1000', description }, MULTIPLIER_BOUNDS);

const OwnRatesSchema = blockSetting({
  input_mtok: usd('For a million tokens that are sent.'),
  output_mtok: Type.Optional(usd('For a million tokens that are answered.')),
  cache_read_mtok: Type.Optional(usd('For a million tokens that a cache held; without it, they cost what is sent.')),
  cache_write_mtok: Type.Optional(usd('For a million tokens that are written to a cache.')),
  cache_write_1h_mtok: Type.Optional(usd('For a million tokens that are kept for an hour.')),
  input_audio_mtok: Type.Optional(usd('For a million tokens of audio that are sent.')),
  output_audio_mtok: Type.Optional(usd('For a million tokens of audio that are answered.')),
  output_reasoning_mtok: Type.Optional(
    usd('For a million tokens of thinking; without it, they cost what is answered.'),
  ),
  web_searches_kcount: Type.Optional(usd('For a thousand searches of the web.')),
  storage_searches_kcount: Type.Optional(usd('For a thousand searches of files.')),
});

const OwnPriceSchema = blockSetting({
  models: modelsMember('Which models it is the price of.'),
  from: Type.Optional(
    textSetting({
      form: 'an instant, such as `2026-01-01T00:00:00Z`',
      description: 'Since when it holds, by when a call was sent. Without it, it always held.',
    }),
  ),
  rates: Type.Optional(OwnRatesSchema),
  multiplier: Type.Optional(multiplier('What every rate is multiplied by, such as `0.9` for a discount of 10 %.')),
  services: Type.Optional(
    listSetting(
      blockSetting({
        dimension: literalUnion(SERVICE_DIMENSIONS, {
          form: '`service_tier`, `speed` or `inference_geo`',
          description: 'What the answer says how it was served by.',
        }),
        value: textSetting({ form: 'a word of the provider', description: 'What it says there, such as `priority`.' }),
        multiplier: multiplier('What the rates of its tokens are multiplied by.'),
      }),
      {
        form: 'a list of services',
        description: 'What tiers, speeds and regions cost, in place of what is known of them.',
      },
    ),
  ),
});

const ProviderSchema = blockSetting({
  name: nameMember('What scopes of keys, figures and errors call it; no two have the same.'),
  wire: literalUnion(UPSTREAM_WIRES, {
    form: '`anthropic`, `openai` or `google`',
    description:
      'What it speaks: Messages; Chat Completions, Responses and Embeddings; or generateContent of the Gemini API.',
  }),
  base_url: textSetting(
    {
      form: 'an http or https address without user, query and fragment',
      description:
        'What the official client of the wire would be given: `https://api.anthropic.com`, `https://api.openai.com/v1`, `https://generativelanguage.googleapis.com`.',
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
  prices: Type.Optional(
    listSetting(OwnPriceSchema, {
      form: 'a list of prices',
      description:
        'Prices that you have agreed on with it. They come before what it states that a call cost, and before the price table. Of several for a model, the one that came into force last holds.',
    }),
  ),
  forward_headers: headersMember(
    'Headers of callers that go on to it beside those that always do. Each is part of the fingerprint of the cache. None carries a credential or a cookie.',
  ),
  return_headers: headersMember(
    'Headers of its answers that go back to callers beside those that always do. None carries a credential or a cookie.',
  ),
});

/** Headers that pass to a provider in addition to those that always do. */
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
