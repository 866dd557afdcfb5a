import { COUNTED_UNITS } from '../../../domain/gateway/governance/limit-kind.ts';
import { limitAmountText } from '../../../domain/gateway/governance/preview-limits.ts';
import { toDollars } from '../../../domain/insight/to-dollars.ts';
import type { LoggedCall } from '../../logs/logged-call.ts';

/** The limit that refused a call. Amounts are decimal texts in the unit; null if the row does not state them. */
interface RefusedBy {
  readonly id: string;
  readonly node: string | null;
  readonly unit: string | null;
  readonly observed: string | null;
  readonly limit: string | null;
}

/** The explanation of a logged decision. Null means that the log does not state it. */
export interface Explanation {
  readonly req_id: string;
  readonly admitted_at: string;
  readonly status: LoggedCall['status'];
  readonly kind: string | null;
  readonly trace_id: string | null;
  readonly decision: {
    /** `ledger` if the row notes no mode; null if the log does not contain the admission. */
    readonly mode: string | null;
    readonly reason: string | null;
    readonly tier: string | null;
    readonly rule: string | null;
    readonly requested_model: string | null;
    readonly called_model: string | null;
    /** The tier that the caller named. */
    readonly named_tier: string | null;
    readonly override: string | null;
    readonly calibration: string | null;
  };
  readonly attempts: readonly {
    readonly provider: string;
    readonly model: string;
    readonly role: string;
    readonly output: string;
  }[];
  readonly cache: Readonly<Record<string, string>> | null;
  readonly refused_by: RefusedBy | null;
  readonly shadow_of: string | null;
  readonly cost_usd: string | null;
  readonly cost_unknown: string | null;
  /** The same for people, one sentence each. */
  readonly sentences: readonly string[];
}

/** Explains the decision about a call from its row. */
export function explainCall(call: LoggedCall): Explanation {
  const { noted = {}, costNanos } = call;
  const decision = decisionOf(call);
  const about = {
    req_id: call.requestId,
    admitted_at: new Date(call.admittedMs).toISOString(),
    status: call.status,
    kind: call.kind ?? null,
    trace_id: call.traceId ?? null,
    decision,
    attempts: call.attempts.map(({ provider, model, role, outputState }) => ({
      provider,
      model,
      role,
      output: outputState,
    })),
    cache: notedCache(noted),
    refused_by: refusedBy(call),
    shadow_of: noted['shadow_of'] ?? null,
    cost_usd: costNanos === undefined ? null : toDollars(String(costNanos)),
    cost_unknown: costUnknownText(call),
  };
  return { ...about, sentences: sentencesOf(about, call) };
}

function decisionOf({ noted }: LoggedCall): Explanation['decision'] {
  const text = (name: string): string | null => noted?.[name] ?? null;
  return {
    mode: noted === undefined || noted['notes'] === 'left_out' ? null : (noted['mode'] ?? 'ledger'),
    reason: text('route.reason'),
    tier: text('route.tier'),
    rule: text('route.rule'),
    requested_model: text('route.requested_model'),
    called_model: text('route.called_model'),
    named_tier: text('tier'),
    override: text('route.override'),
    calibration: text('route.calibration'),
  };
}

type About = Omit<Explanation, 'sentences'>;

function sentencesOf(about: About, call: LoggedCall): string[] {
  return [
    ...admissionSentences(about),
    ...decisionSentences(about.decision),
    ...cacheSentences(about.cache),
    ...refusalSentences(about),
    ...attemptSentences(about.attempts),
    endingSentence(call),
    about.cost_usd === null ? `Its cost is unknown: ${about.cost_unknown ?? ''}.` : `It cost ${about.cost_usd} USD.`,
  ];
}

function admissionSentences({ req_id: id, admitted_at: at, shadow_of: original }: About): string[] {
  return [
    `The gateway admitted ${id} at ${at}.`,
    ...(original === null
      ? []
      : [`It is a shadow call: it repeats ${original} at another tier, and its answer went to nobody.`]),
  ];
}

const REASONS: Readonly<Record<string, (decision: Explanation['decision']) => string>> = {
  override: ({ tier }) => `The caller named the tier ${tier ?? ''}, so the gateway chose it.`,
  pin: ({ tier }) =>
    `An earlier call of the same agent and trace used the tier ${tier ?? ''}, so the call stayed there.`,
  rule: ({ tier, rule }) =>
    `The rule ${rule ?? ''} is the first that matches the call, and it names the tier ${tier ?? ''}.`,
  default: ({ tier }) => `No rule matches the call, so the gateway chose the default tier ${tier ?? ''}.`,
  none: () => 'No rule matches the call, and no default tier can answer it, so the requested model answers.',
  brought_key: () => 'The caller sent a provider key of its own, so the gateway chose no tier.',
};

function decisionSentences(decision: Explanation['decision']): string[] {
  const {
    mode,
    reason,
    requested_model: requested,
    called_model: called,
    named_tier: named,
    override,
    calibration,
  } = decision;
  if (mode === null) return ['The log does not contain the annotations of the call, so the decision is unknown.'];
  if (mode === 'ledger') return ['The mode was ledger: the gateway chose no tier, and the requested model answers.'];
  return [
    REASONS[reason ?? '']?.(decision) ?? 'The row states no reason for the decision.',
    ...(calibration === null ? [] : [`The calibration ${calibration} replaced the configured threshold of the rule.`]),
    ...(override === 'ignored' ? [`The caller named the tier ${named ?? ''}, and the gateway ignored it.`] : []),
    ...(mode === 'shadow'
      ? ['The mode was shadow, so the tier was only recorded, and the requested model stayed.']
      : []),
    ...(requested === null || called === null || requested === called
      ? []
      : [`The caller requested ${requested}, and the gateway called ${called}.`]),
  ];
}

const CACHE: Readonly<Record<string, string>> = {
  hit: 'The cache answered the call',
  would_hit: 'The cache had an answer, and its rule is in shadow mode, so a provider was called',
  miss: 'The cache had no answer',
  bypass: 'The caller excluded the cache',
  error: 'The cache did not answer in time',
};

function cacheSentences(cache: Explanation['cache']): string[] {
  if (cache === null) return [];
  const { result = '', rule, kind, source } = cache;
  const details = [
    ...(rule === undefined ? [] : [`rule ${rule}`]),
    ...(kind === undefined ? [] : [`kind ${kind}`]),
    ...(source === undefined ? [] : [`the answer of ${source}`]),
  ];
  return [`${CACHE[result] ?? `The cache noted ${result}`}${details.length === 0 ? '' : ` (${details.join(', ')})`}.`];
}

function refusalSentences({ refused_by: limit, status, kind }: About): string[] {
  if (limit !== null) {
    const { id, node, unit, observed, limit: max } = limit;
    const used = observed === null ? '' : `: ${observed} of ${max ?? 'unknown'} ${unit ?? ''} were used`;
    return [`The limit ${id}${node === null ? '' : ` at ${node}`} refused the call${used}.`];
  }
  return status === 'refused' ? [`The gateway refused the call: ${kind ?? 'the row states no reason'}.`] : [];
}

function attemptSentences(attempts: Explanation['attempts']): string[] {
  return attempts.map(({ provider, model, role, output }, index) => {
    const how = { primary: '', retry: ' again', fallback: ' as a fallback' }[role] ?? '';
    const got =
      { none: 'got no answer', partial: 'got a part of an answer', complete: 'got a complete answer' }[output] ?? '';
    return `Attempt ${index + 1} called ${model} at ${provider}${how}, and ${got}.`;
  });
}

function endingSentence({ status, kind, latencyMs }: LoggedCall): string {
  if (status === 'pending') return 'The log contains no ending of the call.';
  const took = latencyMs === undefined ? '' : ` after ${latencyMs} ms`;
  return `The call ended as ${status}${kind === undefined ? '' : ` (${kind})`}${took}.`;
}

function costUnknownText({ costUnknown, unpricedReasons }: LoggedCall): string | null {
  if (costUnknown === undefined) return null;
  if (costUnknown === 'pending') return 'its price or its ending is not in the log';
  return unpricedReasons.length === 0 ? 'it has no price' : `it has no price (${unpricedReasons.join(', ')})`;
}

/** The refusing limit, as the ending states it, or else the annotations of older rows. */
function refusedBy({ refusedByLimit: limit, noted = {} }: LoggedCall): RefusedBy | null {
  if (limit !== undefined) {
    const { id, node, unit, observed, limit: max } = limit;
    return {
      ...{ id, node, unit: COUNTED_UNITS[unit].shownAs, limit: limitAmountText(unit, max) },
      observed: observed === undefined ? null : limitAmountText(unit, observed),
    };
  }
  const {
    id,
    node = null,
    unit = null,
    observed = null,
    limit: max = null,
  } = notedBelow(noted, 'refused_by_limit.') ?? {};
  return id === undefined ? null : { id, node, unit, observed, limit: max };
}

function notedCache(noted: Readonly<Record<string, string>>): Readonly<Record<string, string>> | null {
  const { cache: result } = noted;
  return result === undefined ? null : { result, ...notedBelow(noted, 'cache.') };
}

/** The annotations with a prefix, without it; null if there are none. */
function notedBelow(noted: Readonly<Record<string, string>>, prefix: string): Readonly<Record<string, string>> | null {
  const below = Object.entries(noted).filter(([name]) => name.startsWith(prefix));
  return below.length === 0 ? null : Object.fromEntries(below.map(([name, text]) => [name.slice(prefix.length), text]));
}
