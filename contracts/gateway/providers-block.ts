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
  input_mtok: usd('For a million input tokens.'),
  output_mtok: Type.Optional(usd('For a million output tokens.')),
  cache_read_mtok: Type.Optional(
    usd('For a million cached input tokens; without it, they cost as much as other input.'),
  ),
  cache_write_mtok: Type.Optional(usd('For a million tokens that are written to a cache.')),
  cache_write_1h_mtok: Type.Optional(usd('For a million tokens that are cached for an hour.')),
  input_audio_mtok: Type.Optional(usd('For a million input tokens of audio.')),
  output_audio_mtok: Type.Optional(usd('For a million output tokens of audio.')),
  output_reasoning_mtok: Type.Optional(
    usd('For a million tokens of thinking; without it, they cost as much as other output.'),
  ),
  web_searches_kcount: Type.Optional(usd('For a thousand searches of the web.')),
  storage_searches_kcount: Type.Optional(usd('For a thousand searches of files.')),
});

const OwnPriceSchema = blockSetting({
  models: modelsMember('The models that it prices.'),
  from: Type.Optional(
    textSetting({
      form: 'an instant, such as `2026-01-01T00:00:00Z`',
      description:
        'The start of the price, compared with the time at which a call was sent. Without it, the price always applied.',
    }),
  ),
  rates: Type.Optional(OwnRatesSchema),
  multiplier: Type.Optional(multiplier('The factor for every rate, such as `0.9` for a discount of 10 %.')),
  services: Type.Optional(
    listSetting(
      blockSetting({
        dimension: literalUnion(SERVICE_DIMENSIONS, {
          form: '`service_tier`, `speed` or `inference_geo`',
          description: 'The member of the answer that states the service.',
        }),
        value: textSetting({ form: 'a word of the provider', description: 'Its value, such as `priority`.' }),
        multiplier: multiplier('The factor for the rates of its tokens.'),
      }),
      {
        form: 'a list of services',
        description: 'The factors of tiers, speeds and regions, in place of the known ones.',
      },
    ),
  ),
});

const ProviderSchema = blockSetting({
  name: nameMember('The name of the provider in scopes of keys, figures and errors. It is unique.'),
  wire: literalUnion(UPSTREAM_WIRES, {
    form: '`anthropic`, `openai` or `google`',
    description:
      'Its protocols: Messages; Chat Completions, Responses and Embeddings; or generateContent of the Gemini API.',
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
      'The variable of the gateway that holds its key. Without it, it is called with the caller’s own key, or with none.',
    ),
  ),
  models: modelsMember(
    'The models that it serves. If several providers serve a model, the first of the list is called.',
  ),
  priced_as: Type.Optional(
    textSetting({
      form: 'a provider of the price table',
      description:
        'The provider whose prices apply, if the address does not determine it. Without either, its calls are unpriced.',
    }),
  ),
  prices: Type.Optional(
    listSetting(OwnPriceSchema, {
      form: 'a list of prices',
      description:
        'Your own prices with this provider. They replace the cost that it states for a call, and the price table. Of several for a model, the one that came into force last applies.',
    }),
  ),
  forward_headers: headersMember(
    'Additional headers of callers that are forwarded to it. Each is part of the fingerprint of the cache. None may have a credential or a cookie.',
  ),
  return_headers: headersMember(
    'Additional headers of its answers that are returned to callers. None may have a credential or a cookie.',
  ),
});

/** Headers that are forwarded to a provider in addition to those that always are. */
function headersMember(description: string): TOptional<TArray<TString>> {
  const name = textSetting({ form: 'the name of a header', description: 'A header, in any letter case.' }, HEADER_NAME);
  return Type.Optional(listSetting(name, { form: 'a list of names of headers', description }));
}

/** The block `providers` of the configuration file: the providers that the gateway calls. */
export const ProvidersBlockSchema = listSetting(
  ProviderSchema,
  { form: 'a list of providers', description: 'The providers behind the gateway.' },
  1,
);
