import { Type } from 'typebox';
import { CACHE_KINDS, CACHE_MODES, CACHE_SCOPES, CACHE_VERIFIERS } from '../../domain/gateway/cache/cache-block.ts';
import { CACHE_DEFAULTS } from '../../domain/gateway/cache/cache-settings.ts';
import { CALLED_ENDPOINTS } from '../../domain/models/protocols.ts';
import {
  blockSetting,
  durationSetting,
  flagSetting,
  listSetting,
  numberSetting,
  textSetting,
} from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { endpointsMember, modelsMember, nameMember, stepClassesMember } from './rule-members.ts';

const bytesSetting = (description: string, fallback: number, maximum: number) =>
  Type.Integer({
    minimum: 1_024,
    maximum,
    form: `a whole number from 1024 to ${maximum}`,
    fallback: String(fallback),
    description,
  });

const CacheRuleSchema = blockSetting({
  id: nameMember('The name of the rule in figures and purges. It is unique.'),
  kind: Type.Optional(
    literalUnion(CACHE_KINDS, {
      form: '`exact`, `normalized` or `semantic`',
      fallback: CACHE_DEFAULTS.kind,
      description:
        'The required equality with an answered request. `exact`: equal. `normalized`: equal except for blanks at the ends of texts, the order of members and forms of Unicode. `semantic`: also similar in the last message of its user.',
    }),
  ),
  mode: Type.Optional(
    literalUnion(CACHE_MODES, {
      form: '`serve` or `shadow`',
      fallback: CACHE_DEFAULTS.mode,
      description: '`serve` answers callers from the cache; `shadow` only counts the hits that callers would have got.',
    }),
  ),
  ttl: Type.Optional(durationSetting({ fallback: '`cache.ttl`', description: 'The lifetime of an answer.' })),
  models: Type.Optional(modelsMember('The models to which the rule applies; all if absent.')),
  endpoints: endpointsMember(CALLED_ENDPOINTS, 'all'),
  step_classes: stepClassesMember(),
  threshold: Type.Optional(
    numberSetting(
      {
        form: 'a number between 0 and 1',
        fallback: String(CACHE_DEFAULTS.threshold),
        description: 'The similarity that a hit of the kind `semantic` must exceed.',
      },
      { exclusiveMinimum: 0, exclusiveMaximum: 1 },
    ),
  ),
  verifier: Type.Optional(
    literalUnion(CACHE_VERIFIERS, {
      form: '`same_words`, `numbers_and_names`, `judge` or `none`',
      fallback: `${CACHE_DEFAULTS.verifier}, or ${CACHE_DEFAULTS.verifierOfEmbeddings} with \`cache.semantic.embeddings\``,
      description:
        'For the kind `semantic`: the check of a similar request above the threshold. `same_words`: all words except articles and polite phrases are equal, in the same order. `numbers_and_names`: the language is the same, and no number, negation, quotation, sign, name or opposite differs. `judge`: like `numbers_and_names`, and the model of `cache.semantic.judge` finds that one answer serves both.',
    }),
  ),
});

const modelSetting = (description: string) =>
  Type.Optional(
    blockSetting({
      provider: textSetting({ form: 'the name of a provider of the list', description }),
      model: textSetting({ form: 'the name of a model', description: 'The model of that provider.' }),
    }),
  );

const SemanticSchema = blockSetting({
  embeddings: modelSetting(
    'The provider that embeds the last message of a request; the message is sent to it. Without it, the gateway compares the words itself.',
  ),
  judge: modelSetting(
    'The provider for rules with the verifier `judge`, by Messages or Chat Completions. Both texts are sent to it.',
  ),
  timeout: Type.Optional(
    durationSetting({
      fallback: CACHE_DEFAULTS.timeout,
      description:
        'The time that a call waits for the search for similar requests before it is sent to its provider; more than 0, at most 10s.',
    }),
  ),
  candidates: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      form: 'a whole number from 1 to 10000',
      fallback: String(CACHE_DEFAULTS.candidates),
      description:
        'The maximum number of stored requests to compare: the newest that differ only in their last message.',
    }),
  ),
  memory_bytes: Type.Optional(
    bytesSetting(
      'The memory of a process for these comparisons. The least recently used parts are removed first.',
      CACHE_DEFAULTS.semanticMemoryBytes,
      17_179_869_184,
    ),
  ),
});

/** The block `cache` of the configuration file: the answers that the gateway stores and serves again. */
export const CacheBlockSchema = blockSetting({
  enabled: Type.Optional(flagSetting('Stores answers of the gateway and serves them again.')),
  scope: Type.Optional(
    literalUnion(CACHE_SCOPES, {
      form: '`organization`, `team` or `key`',
      fallback: CACHE_DEFAULTS.scope,
      description:
        'The answers that a caller can get: those of its organization, of the owner of its key in the same environment, or only of its key.',
    }),
  ),
  ttl: Type.Optional(
    durationSetting({
      fallback: CACHE_DEFAULTS.ttl,
      description: 'The lifetime of an answer; more than 0, at most 720h.',
    }),
  ),
  max_entry_bytes: Type.Optional(
    bytesSetting('The size of the largest answer that is stored.', CACHE_DEFAULTS.maxEntryBytes, 33_554_432),
  ),
  max_bytes: Type.Optional(
    bytesSetting(
      'The size of all stored answers, with the texts and vectors for similar requests. Beyond it, the oldest answers of the organization with the most are removed, within a minute.',
      CACHE_DEFAULTS.maxBytes,
      1_099_511_627_776,
    ),
  ),
  memory_bytes: Type.Optional(
    bytesSetting(
      'The size of the answers that a process also holds in memory. The least recently used ones are removed first.',
      CACHE_DEFAULTS.memoryBytes,
      17_179_869_184,
    ),
  ),
  semantic: Type.Optional(SemanticSchema),
  rules: Type.Optional(
    listSetting(
      CacheRuleSchema,
      {
        form: 'a list of rules',
        description:
          'The rules for look-ups. The first rule that matches a call decides. A call without a matching rule is sent to its provider. Without the list, one rule, `default`, matches every call.',
      },
      1,
    ),
  ),
});
