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
  input_mtok: usd('The price of a million input tokens.'),
  output_mtok: Type.Optional(usd('The price of a million output tokens.')),
  cache_read_mtok: Type.Optional(
    usd('The price of a million cached input tokens; without it, the price of other input applies.'),
  ),
  cache_write_mtok: Type.Optional(usd('The price of a million tokens that are written to a cache.')),
  cache_write_1h_mtok: Type.Optional(usd('The price of a million tokens that are cached for an hour.')),
  input_audio_mtok: Type.Optional(usd('The price of a million input tokens of audio.')),
  output_audio_mtok: Type.Optional(usd('The price of a million output tokens of audio.')),
  output_reasoning_mtok: Type.Optional(
    usd('The price of a million thinking tokens; without it, the price of other output applies.'),
  ),
  web_searches_kcount: Type.Optional(usd('The price of a thousand web searches.')),
  storage_searches_kcount: Type.Optional(usd('The price of a thousand file searches.')),
});

const OwnPriceSchema = blockSetting({
  models: modelsMember('The models to which the price applies.'),
  from: Type.Optional(
    textSetting({
      form: 'an instant, such as `2026-01-01T00:00:00Z`',
      description:
        'The start of the price. It applies to calls that were sent at or after this time. Without it, the price applies to all calls.',
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
        value: textSetting({
          form: 'a value that the provider uses',
          description: 'The value of the member, such as `priority`.',
        }),
        multiplier: multiplier('The factor for the token rates of the service.'),
      }),
      {
        form: 'a list of services',
        description: 'The factors of tiers, speeds and regions. They replace those of the price table.',
      },
    ),
  ),
});

const ProviderSchema = blockSetting({
  name: nameMember('The name of the provider in scopes of keys, figures and errors. It is unique.'),
  wire: literalUnion(UPSTREAM_WIRES, {
    form: '`anthropic`, `openai` or `google`',
    description:
      'The protocols of the provider: Messages; Chat Completions, Responses and Embeddings; or generateContent of the Gemini API.',
  }),
  base_url: textSetting(
    {
      form: 'an http or https address without user, query and fragment',
      description:
        'The base address, as the official client of the protocol takes it: `https://api.anthropic.com`, `https://api.openai.com/v1`, `https://generativelanguage.googleapis.com`.',
    },
    '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
  ),
  api_key_env: Type.Optional(
    variableSetting(
      'The environment variable of the gateway with the key of the provider. Without it, the gateway sends the provider key of the caller, or none.',
    ),
  ),
  models: modelsMember(
    'The models that the provider serves. If several providers serve a model, the first of the list is called.',
  ),
  priced_as: Type.Optional(
    textSetting({
      form: 'a provider of the price table',
      description:
        'The provider of the price table whose prices apply, if the address does not determine it. If neither does, its calls are unpriced.',
    }),
  ),
  prices: Type.Optional(
    listSetting(OwnPriceSchema, {
      form: 'a list of prices',
      description:
        'Your contract prices with this provider. They replace the cost that it states for a call, and the price table. If several apply to a call, the one with the latest start counts.',
    }),
  ),
  forward_headers: headersMember(
    'Additional headers of callers that are forwarded to the provider. Each is part of the cache fingerprint. No header may contain a credential or a cookie.',
  ),
  return_headers: headersMember(
    'Additional headers of the provider’s answers that are returned to callers. No header may contain a credential or a cookie.',
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
