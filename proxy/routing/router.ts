import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { decideTier, type TierDecision } from '../../domain/gateway/routing/decide-tier.ts';
import type { RoutingSettings, Tier } from '../../domain/gateway/routing/routing-settings.ts';
import { pinKey, type TierPins } from '../../domain/gateway/routing/tier-pins.ts';
import { tuneRule, type TunedThreshold } from '../../domain/gateway/routing/tune-rule.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { RequestFacts } from '../request/read-call.ts';
import { asciiText } from './ascii-text.ts';
import type { RoutingMetrics } from './routing-metrics.ts';

export interface RouterParts {
  readonly settings: RoutingSettings;
  /** The thresholds that replace configured ones, by workspace. Absent: none. */
  readonly tuned?: ReadonlyMap<string, TunedThreshold> | undefined;
  readonly pins: TierPins;
  readonly metrics: Pick<RoutingMetrics, 'decided'>;
}

/** A call before any provider is called for it. */
export interface UnroutedCall {
  readonly call: Pick<AdmittedCall, 'key' | 'dimensions' | 'annotations' | 'traceId'>;
  readonly asked: RequestFacts;
  readonly endpoint: CalledEndpoint;
  /** A provider key that the caller sends; its provider is unknown. */
  readonly callerKey: string | undefined;
}

/** The route of a call, with its annotations and headers. */
export interface ChosenRoute {
  /** The tier that answers; undefined if calls are not routed, or no tier was chosen. */
  readonly serving: Tier | undefined;
  /** The tiers that answer if the serving tier fails; empty if there is no serving tier. */
  readonly fallbacks: readonly Tier[];
  /** The chosen tier; undefined if none was chosen. */
  readonly tier: Tier | undefined;
  /** The annotations of its row, by name. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Header names and values of the answer, alternating. */
  readonly headers: readonly string[];
  /** The headers of the answer if another model is called. */
  readonly headersFor: (model: string) => readonly string[];
}

const NO_TIERS: readonly Tier[] = [];

/** Chooses the tier of each call, if the configuration file asks for it. */
export class Router {
  readonly #parts: RouterParts;
  readonly #tuned: ReadonlyMap<string, RoutingSettings>;

  constructor(parts: RouterParts) {
    this.#parts = parts;
    const tuned = [...(parts.tuned ?? [])];
    this.#tuned = new Map(tuned.map(([workspaceId, threshold]) => [workspaceId, tuneRule(parts.settings, threshold)]));
  }

  choose(unrouted: UnroutedCall): ChosenRoute {
    const { settings, metrics, pins } = this.#parts;
    const trace = this.#pinnedTrace(unrouted.call);
    const { route, decision, reason } = this.#route(unrouted, trace);
    metrics.decided(decision?.tier.name ?? '', reason);
    // A tier that the caller names applies to one call only, and is not remembered.
    if (trace !== undefined && decision !== undefined && decision.reason !== 'override')
      pins.keep(trace, decision.tier.name, settings);
    return route;
  }

  /** The choice for a call, without counting or remembering it. */
  foresee(unrouted: UnroutedCall): ChosenRoute {
    return this.#route(unrouted, this.#pinnedTrace(unrouted.call)).route;
  }

  #route(unrouted: UnroutedCall, trace: string | undefined): FoundRoute {
    const { call, asked, callerKey } = unrouted;
    const { settings } = this.#parts;
    const { mode } = settings;
    // A tier could send the caller's key to a provider for which it was not issued.
    const decision = callerKey === undefined ? this.#decide(unrouted, trace) : undefined;
    const reason = decision?.reason ?? (callerKey === undefined ? 'none' : 'brought_key');
    const tier = decision?.tier;
    const serving = mode === 'route' ? tier : undefined;
    const models = { asked: asked.model, called: serving?.model ?? asked.model };
    const annotations = {
      mode,
      'route.reason': reason,
      ...notesOf(decision, models),
      ...this.#calibrationOf(unrouted, decision),
      ...overrideOf(call.annotations, reason),
    };
    const headersFor = (called: string): string[] => headersOf(mode, tier, { ...models, called });
    const fallbacks = settings.fallbacks.get(serving?.name ?? '') ?? NO_TIERS;
    const route = { serving, fallbacks, tier, annotations, headers: headersFor(models.called), headersFor };
    return { route, decision, reason };
  }

  /** The annotation that names the calibration whose threshold decided. */
  #calibrationOf({ call }: UnroutedCall, decision: TierDecision | undefined): Record<string, string> {
    const tuned = this.#parts.tuned?.get(call.key.leaf.workspaceId);
    if (tuned === undefined || decision?.ruleId !== tuned.ruleId) return {};
    return { 'route.calibration': tuned.calibrationId };
  }

  #pinnedTrace(call: UnroutedCall['call']): string | undefined {
    return this.#parts.settings.pinMs > 0 ? traceOf(call) : undefined;
  }

  #decide({ call, asked, endpoint }: UnroutedCall, trace: string | undefined): TierDecision | undefined {
    const { settings, pins } = this.#parts;
    return decideTier(
      this.#tuned.get(call.key.leaf.workspaceId) ?? settings,
      {
        endpoint,
        model: asked.model,
        owner: call.key.owner,
        dimensions: call.dimensions?.values ?? {},
        inputTokens: () => asked.inputTokens,
      },
      { named: call.annotations['tier'], pinned: trace === undefined ? undefined : pins.find(trace) },
    );
  }
}

/** A route, and the reason for it. */
interface FoundRoute {
  readonly route: ChosenRoute;
  readonly decision: TierDecision | undefined;
  readonly reason: string;
}

interface RouteModels {
  readonly asked: string;
  readonly called: string;
}

function notesOf(decision: TierDecision | undefined, { asked, called }: RouteModels): Record<string, string> {
  return {
    ...(decision && { 'route.tier': decision.tier.name }),
    ...(decision?.ruleId !== undefined && { 'route.rule': decision.ruleId }),
    'route.requested_model': asked,
    'route.called_model': called,
  };
}

/** The annotation that states whether the tier that the caller names was used. */
function overrideOf({ tier }: Readonly<Record<string, string>>, reason: string): Record<string, string> {
  if (tier === undefined) return {};
  return { 'route.override': reason === 'override' ? 'honored' : 'ignored' };
}

function headersOf(mode: string, tier: Tier | undefined, { asked, called }: RouteModels): string[] {
  return [
    ...['x-tt-mode', mode],
    ...(tier ? ['x-tt-decision', tier.name] : []),
    ...(called === asked ? [] : ['x-tt-model-rewrite', asciiText(`${asked}->${called}`)]),
  ];
}

function traceOf({ key, traceId, dimensions }: UnroutedCall['call']): string | undefined {
  return pinKey({ keyId: key.keyId, traceId, agent: dimensions?.values['agent'] });
}
