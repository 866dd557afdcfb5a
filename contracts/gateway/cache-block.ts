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
  id: nameMember('What figures and a purge call it; no two have the same.'),
  kind: Type.Optional(
    literalUnion(CACHE_KINDS, {
      form: '`exact`, `normalized` or `semantic`',
      fallback: CACHE_DEFAULTS.kind,
      description:
        'How equal a request must be to one that was answered: the same; the same but for blanks at the ends of texts, the order of members and forms of Unicode; or, beyond that, alike in the last words of its user.',
    }),
  ),
  mode: Type.Optional(
    literalUnion(CACHE_MODES, {
      form: '`serve` or `shadow`',
      fallback: CACHE_DEFAULTS.mode,
      description: 'Whether callers are answered from the cache, or it is only counted how often they would be.',
    }),
  ),
  ttl: Type.Optional(
    durationSetting({ fallback: '`cache.ttl`', description: 'How long an answer is served after it was made.' }),
  ),
  models: Type.Optional(modelsMember('Which models it is about; all of them where it is absent.')),
  endpoints: endpointsMember(CALLED_ENDPOINTS, 'all of them'),
  step_classes: stepClassesMember(),
  threshold: Type.Optional(
    numberSetting(
      {
        form: 'a number between 0 and 1',
        fallback: String(CACHE_DEFAULTS.threshold),
        description: 'Of the kind `semantic`: a request that is not more alike than this is no hit.',
      },
      { exclusiveMinimum: 0, exclusiveMaximum: 1 },
    ),
  ),
  verifier: Type.Optional(
    literalUnion(CACHE_VERIFIERS, {
      form: '`same_words`, `numbers_and_names`, `judge` or `none`',
      fallback: `${CACHE_DEFAULTS.verifier}, or ${CACHE_DEFAULTS.verifierOfEmbeddings} with \`cache.semantic.embeddings\``,
      description:
        'Of the kind `semantic`: what one that is more alike has to pass. `same_words`: all words but articles and politeness are the same, in the same order. `numbers_and_names`: the language is the same, and no number, negation, quotation, sign, name or opposite is another. `judge`: the same, and the model of `cache.semantic.judge` says that one answer serves both.',
    }),
  ),
});

const modelSetting = (description: string) =>
  Type.Optional(
    blockSetting({
      provider: textSetting({ form: 'the name of a provider of the list', description }),
      model: textSetting({ form: 'the name of a model', description: 'By which model.' }),
    }),
  );

const SemanticSchema = blockSetting({
  embeddings: modelSetting(
    'Who is asked where the last words of a request stand; they are sent there. Without it the gateway says it, by the words alone.',
  ),
  judge: modelSetting(
    'Whom rules with the verifier `judge` ask, at Messages or Chat Completions; both texts are sent there.',
  ),
  timeout: Type.Optional(
    durationSetting({
      fallback: CACHE_DEFAULTS.timeout,
      description:
        'How long a call waits for a look at what is alike, before it goes to its provider; more than 0, at most 10s.',
    }),
  ),
  candidates: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      form: 'a whole number from 1 to 10000',
      fallback: String(CACHE_DEFAULTS.candidates),
      description:
        'How many requests one is compared with at most: the youngest that differ in their last words alone.',
    }),
  ),
  memory_bytes: Type.Optional(
    bytesSetting(
      'What a process holds in memory to compare with; what was not asked for the longest goes.',
      CACHE_DEFAULTS.semanticMemoryBytes,
      17_179_869_184,
    ),
  ),
});

/** The block `cache` of the configuration file: which answers the gateway keeps, and gives again. */
export const CacheBlockSchema = blockSetting({
  enabled: Type.Optional(flagSetting('Whether the gateway keeps answers and gives them again.')),
  scope: Type.Optional(
    literalUnion(CACHE_SCOPES, {
      form: '`organization`, `team` or `key`',
      fallback: CACHE_DEFAULTS.scope,
      description:
        'Whose answers a caller may be given: those of its organization, of the owner of its key in the same environment, or of its key alone.',
    }),
  ),
  ttl: Type.Optional(
    durationSetting({
      fallback: CACHE_DEFAULTS.ttl,
      description: 'How long an answer is served after it was made; more than 0, at most 720h.',
    }),
  ),
  max_entry_bytes: Type.Optional(
    bytesSetting('The largest answer that is kept.', CACHE_DEFAULTS.maxEntryBytes, 33_554_432),
  ),
  max_bytes: Type.Optional(
    bytesSetting(
      'What all answers that are kept may have, with the words and vectors of requests that are alike; beyond it the oldest of the organization that holds most go, within a minute.',
      CACHE_DEFAULTS.maxBytes,
      1_099_511_627_776,
    ),
  ),
  memory_bytes: Type.Optional(
    bytesSetting(
      'What a process holds of them in memory; what was not asked for the longest goes.',
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
          'Which calls are looked up, and how: the first rule that is about a call decides, and a call that none is about goes to its provider. Without the list, one rule, `default`, is about every call.',
      },
      1,
    ),
  ),
});
