import type { ProviderEntry } from '../../../domain/gateway/provider-block.ts';
import { decideTier, type TierDecision, type TierRequest } from '../../../domain/gateway/routing/decide-tier.ts';
import type { RoutingSettings } from '../../../domain/gateway/routing/routing-settings.ts';
import { pinKey, TierPins } from '../../../domain/gateway/routing/tier-pins.ts';
import { endpointWire, PLAIN_ENDPOINTS, TEXT_ENDPOINTS, type TextEndpoint } from '../../../domain/models/protocols.ts';
import { tierOf } from '../../log-figures/shadow-pairs.ts';
import type { LoggedCall } from '../../logs/logged-call.ts';
import { TierMoves, type MoveCost, type TierMove } from './tier-moves.ts';
import type { FindPricedTier } from './tier-prices.ts';

/** The assumptions of a preview, which its answer names. */
const APPROXIMATIONS = [
  'fixed_usage',
  'key_scopes_ignored',
  'endpoint_approximated',
  'input_tokens_approximated',
  'requested_model_approximated',
  'affinity_approximated',
] as const;
type Approximation = (typeof APPROXIMATIONS)[number];

/** The reasons why a call cannot be decided again. */
const UNDECIDABLE = [
  'no_admission_in_log',
  'no_provider_called',
  'provider_not_in_file',
  'input_tokens_unknown',
  'provider_key_of_caller',
] as const;
type Undecidable = (typeof UNDECIDABLE)[number];

/** The previewed decisions of a policy. */
export interface PolicyPreviewDocument {
  readonly mode: RoutingSettings['mode'];
  /** The number of calls of applications that were not refused. */
  readonly calls: number;
  readonly decided: number;
  /** The number of calls that cannot be decided, by reason. */
  readonly undecided: Readonly<Partial<Record<Undecidable, number>>>;
  readonly approximations: readonly Approximation[];
  /** The calls whose row names a tier, by the equality of both tiers. */
  readonly logged_tier: { readonly same: number; readonly other: number };
  /** The chosen tiers and the reasons, most frequent first. */
  readonly decisions: readonly { readonly tier: string | null; readonly by: string; readonly calls: number }[];
  readonly moves: readonly TierMove[];
  readonly cost: MoveCost;
}

/** Decides logged calls again by the routing settings of a file, call by call. */
export class PolicyPreview {
  readonly #settings: RoutingSettings;
  readonly #providers: readonly ProviderEntry[];
  readonly #pins: TierPins;
  readonly #labels = new Set<Approximation>(['fixed_usage', 'key_scopes_ignored']);
  readonly #undecided = new Map<Undecidable, number>();
  readonly #decisions = new Map<string, { readonly tier: string | null; readonly by: string; calls: number }>();
  readonly #moves: TierMoves;
  #calls = 0;
  #decided = 0;
  #sameTier = 0;
  #otherTier = 0;
  #nowMs = 0;

  constructor(settings: RoutingSettings, providers: readonly ProviderEntry[], pricedTier: FindPricedTier) {
    this.#settings = settings;
    this.#providers = providers;
    this.#moves = new TierMoves(pricedTier);
    this.#pins = new TierPins(() => this.#nowMs);
  }

  add(call: LoggedCall): void {
    // Calls of the gateway itself and shadow calls were not routed, and refused calls had no answer to move.
    if (call.purpose !== 'application' || call.status === 'refused') return;
    this.#calls += 1;
    const request = this.#requestOf(call);
    if (typeof request === 'string') {
      this.#undecided.set(request, (this.#undecided.get(request) ?? 0) + 1);
      return;
    }
    this.#decided += 1;
    const decision = this.#decide(call, request);
    this.#count(call, request.endpoint as TextEndpoint, decision);
  }

  document(): PolicyPreviewDocument {
    return {
      mode: this.#settings.mode,
      calls: this.#calls,
      decided: this.#decided,
      undecided: Object.fromEntries([...this.#undecided].toSorted()),
      approximations: APPROXIMATIONS.filter((label) => this.#labels.has(label)),
      logged_tier: { same: this.#sameTier, other: this.#otherTier },
      decisions: [...this.#decisions.values()].toSorted((one, other) => other.calls - one.calls),
      moves: this.#moves.list(),
      cost: this.#moves.total(),
    };
  }

  #requestOf(call: LoggedCall): TierRequest | Undecidable {
    const { noted, provider, tags, agent, stepClass } = call;
    if (noted === undefined || noted['notes'] === 'left_out') return 'no_admission_in_log';
    if (noted['route.reason'] === 'brought_key') return 'provider_key_of_caller';
    const model = noted['route.requested_model'] ?? call.model;
    if (noted['route.requested_model'] === undefined) this.#labels.add('requested_model_approximated');
    if (provider === undefined || model === undefined) return 'no_provider_called';
    const endpoint = this.#endpointOf(provider);
    if (endpoint === undefined) return 'provider_not_in_file';
    const inputTokens = this.#inputTokensOf(call);
    if (inputTokens === undefined) return 'input_tokens_unknown';
    return {
      endpoint,
      model,
      owner: call.team ?? '',
      dimensions: {
        ...Object.fromEntries(Object.entries(tags).map(([key, value]) => [`tag.${key}`, value])),
        ...(agent !== undefined && { agent }),
        ...(stepClass !== undefined && { step_class: stepClass }),
      },
      inputTokens: () => inputTokens,
    };
  }

  /** The endpoint of a call, which rows do not state: the usual one of the wire of its provider. */
  #endpointOf(provider: string): TextEndpoint | undefined {
    const entry = this.#providers.find(({ name }) => name === provider);
    if (entry === undefined) return undefined;
    const endpoints = TEXT_ENDPOINTS.filter((endpoint) => endpointWire(endpoint) === entry.wire);
    if (endpoints.length > 1) this.#labels.add('endpoint_approximated');
    return PLAIN_ENDPOINTS[entry.wire];
  }

  /**
   * The input tokens by which rules decide: the noted estimate, or else the count of the provider. 0 if no rule depends
   * on them; undefined if they are unknown.
   */
  #inputTokensOf({ noted, attempts }: LoggedCall): number | undefined {
    const isNeeded = this.#settings.rules.some(
      ({ minInputTokens, maxInputTokens }) => minInputTokens > 0 || maxInputTokens < Infinity,
    );
    if (!isNeeded) return 0;
    const estimate = noted?.['route.input_tokens'];
    if (estimate !== undefined) return Number(estimate);
    this.#labels.add('input_tokens_approximated');
    return attempts.at(-1)?.inputTokens;
  }

  #decide(call: LoggedCall, request: TierRequest): TierDecision | undefined {
    const { settings, pins } = { settings: this.#settings, pins: this.#pins };
    const key =
      settings.pinMs > 0 ? pinKey({ keyId: call.keyId ?? '', traceId: call.traceId, agent: call.agent }) : undefined;
    // Calls come in the order of their endings, and a pin depends on the order of admissions.
    if (key !== undefined) this.#labels.add('affinity_approximated');
    this.#nowMs = call.admittedMs;
    const decision = decideTier(settings, request, {
      named: call.noted?.['tier'],
      pinned: key === undefined ? undefined : pins.find(key),
    });
    if (key !== undefined && decision !== undefined && decision.reason !== 'override')
      pins.keep(key, decision.tier.name, settings);
    return decision;
  }

  #count(call: LoggedCall, endpoint: TextEndpoint, decision: TierDecision | undefined): void {
    const logged = tierOf(call);
    const tier = decision?.tier.name ?? null;
    if (logged !== undefined) {
      if (logged === tier) this.#sameTier += 1;
      else this.#otherTier += 1;
    }
    const by =
      decision === undefined ? 'none' : decision.reason === 'rule' ? `rule ${decision.ruleId ?? ''}` : decision.reason;
    const key = JSON.stringify([tier, by]);
    const decisions = this.#decisions.get(key) ?? { tier, by, calls: 0 };
    decisions.calls += 1;
    this.#decisions.set(key, decisions);
    this.#moves.add(call, endpoint, decision?.tier);
  }
}
