import { readFileSync } from 'node:fs';
import { receiveLitellmLog } from '../../../contracts/ingest/litellm/receive-litellm-log.ts';
import { receiveSpans } from '../../../contracts/ingest/otlp/receive-spans.ts';
import { receiveEvents, type SentItem } from '../../../contracts/ingest/received/receive-events.ts';
import type { CallPrices } from '../../../domain/models/call-prices.ts';
import type { LeafChain } from '../../../domain/tenancy/scope.ts';
import type { CalledProvider } from '../../../contracts/ingest/calls/write-ended-call.ts';
import type { RefusingLimit } from '../../../contracts/ingest/events/refusing-limit.ts';
import { CallDimensions } from '../../../proxy/call/call-dimensions.ts';
import type { CallEnding } from '../../../proxy/call/call-ending.ts';
import { admissionLine, endingLine } from '../../../proxy/decision-log/decision-lines.ts';
import { makeKnownCallEvents } from '../../../testing/ingest/make-known-call-events.ts';
import { makeSpan, makeTraces } from '../../../testing/ingest/made-spans.ts';
import type { Random } from '../../../testing/random.ts';
import { makeStatedDimensions } from './make-dimensions.ts';

const LITELLM_LOG = JSON.parse(
  readFileSync(new URL('../../unit/contracts/ingest/litellm/recorded-log.json', import.meta.url), 'utf8'),
) as readonly object[];
const NO_PRICES: CallPrices = {
  priceOf: () => ({ state: 'unpriced', reason: 'model_not_in_table', revision: 'none' }),
};
const DAY_MS = 86_400_000;
const RATE: RefusingLimit = {
  ...{ id: 'rpm', node: 'organization:org_1', unit: 'requests', limit: 60, observed: 60, bound: 3 },
  resets_at: '2026-03-02T08:01:00.000Z',
};

/**
 * The inputs for a new line: random choices, a number that no other line of the test has, and the scope of its traffic.
 */
export interface LineMaking {
  readonly random: Random;
  readonly number: number;
  readonly leaf: LeafChain;
}

type MakeLines = (making: LineMaking) => Promise<readonly string[]> | readonly string[];

/** Every kind of line that a journal can hold, by name. */
export const JOURNAL_LINES: Readonly<Record<string, MakeLines>> = {
  admission: (making) => [admissionLine(callOf(making))],
  'hit of the cache': (making) => call(making, { status: 'succeeded', kind: 'cache_hit', totalMs: 2 }),
  'refused call': (making) =>
    call(making, { status: 'refused', kind: 'rate_limited', refusedByLimit: RATE, totalMs: 0 }),
  'ending without its admission': (making) => call(making, { status: 'refused', totalMs: 1 }).slice(1),
  'call with one attempt': (making) => call(making, { status: 'succeeded', totalMs: 9, attempt: attemptOf(making) }),
  'call with several attempts': (making) => {
    const earlier = Array.from({ length: making.random.whole(1, 3) }, () => ({ ...attemptOf(making), endedMs: 4 }));
    return call(making, { status: 'failed', totalMs: 9, attempt: attemptOf(making), earlier });
  },
  'call that arrived twice': (making) => {
    const lines = call(making, { status: 'refused', totalMs: 3 });
    return [...lines, ...lines];
  },
  'call that was cancelled after it had ended': (making) => [
    ...call(making, { status: 'succeeded', totalMs: 3 }),
    ...call(making, { status: 'cancelled', totalMs: 3 }).slice(1),
  ],
  'call of an unknown environment': ({ leaf, ...making }) =>
    call({ ...making, leaf: { ...leaf, environmentId: 'env_nowhere' } }, { status: 'refused', totalMs: 3 }),
  'ended call that yields no event': (making) =>
    call(making, { status: 'refused', totalMs: 3 }).map((line) => line.replace('"status":"refused"', '"status":"odd"')),
  'foreign line that begins like an ended call': ({ random, number }) => [
    random.pick([
      `{"ended":{"logical_request_id":"foreign-${number}"}}`,
      '{"ended":{}',
      '{"ended":{"x":1},"attempts":[]}',
    ]),
  ],
  'line that is too long': ({ number }) => [`{"ended":{"logical_request_id":"${number}","x":"${'x'.repeat(70_000)}"}}`],
  'line that is not JSON': ({ random }) => [random.pick(['no JSON', '{', '[1]', '"text"', '7', 'null'])],
  'blank line': ({ random }) => [random.pick(['', ' ', '\t'])],
  'events over HTTP': (making) => received(making, [nativeEvents(making)]),
  'faulty event over HTTP': (making) =>
    received(making, [nativeEvents(making).map((event) => ({ ...event, logical_request_id: 7 }))]),
  'unreadable text over HTTP': ({ leaf, number }) =>
    linesOf([{ index: 0, unreadable: { reason: 'not_json', detail: 'No JSON.' }, text: `${number}` }], leaf, number),
  'span of OpenTelemetry': ({ leaf, number }) => {
    const span = makeSpan(undefined, { spanId: number.toString(16).padStart(16, '0') });
    return linesOf(receiveSpans(makeTraces(span), NO_PRICES), leaf, number);
  },
  'entry of LiteLLM’s log': ({ random, leaf, number }) => {
    const entry = { ...random.pick(LITELLM_LOG), id: `entry-${number}`, litellm_call_id: `entry-${number}` };
    return linesOf(receiveLitellmLog([{ index: 0, events: [entry] }], NO_PRICES), leaf, number);
  },
  'outcome of an evaluation': (making) => [
    eventLine(making, {
      ...{ event: 'evaluation_outcome', outcome_id: `outcome-${making.number}`, evaluator_id: 'eval_1' },
      ...{ evaluator_kind: 'external', metric: 'helpful', basis: 'reported', actor: 'cred_1', verdict: 'pass' },
      ...{ admitted_at: instantOf(making), occurred_at: instantOf(making) },
    }),
  ],
  'evaluation of a protection': (making) => [
    eventLine(making, {
      ...{ event: 'protection_evaluation', component_id: 'guard', component_version: '1', phase: 'input' },
      ...{ eligibility: 'eligible', evaluation: 'evaluated', outcome: 'passed' },
      ...{ admitted_at: instantOf(making), evaluated_at: instantOf(making) },
    }),
  ],
  'verdict of feedback': (making) => [
    eventLine(making, {
      ...{ event: 'feedback_verdict', feedback_id: `feedback-${making.number}`, issuer_ref: 'issuer', revision: 1 },
      ...{ value: 'positive', source: 'button', match: 'matched', occurred_at: instantOf(making) },
    }),
  ],
  'marker of a release': (making) => [
    JSON.stringify({
      ...{ event: 'release_marker', schema: 1, scope: scopeOf(making.leaf), marker_id: `marker-${making.number}` },
      ...{ marker_kind: 'deployed', release_id: 'release_1', actor_kind: 'person', occurred_at: instantOf(making) },
    }),
  ],
  'declared gap': ({ leaf, number }) => [
    JSON.stringify({
      ...{ event: 'coverage_gap', schema: 1, producer_class: 'gateway_journal', reason: 'The disk was full.' },
      scope: { organization_id: leaf.organizationId, workspace_id: leaf.workspaceId },
      ...{ from: new Date(momentOf(number)).toISOString(), to: new Date(momentOf(number) + 9).toISOString() },
    }),
  ],
};

function momentOf(number: number): number {
  return Date.UTC(2026, 0, 5) + (number % 40) * DAY_MS + number;
}

function instantOf({ number }: LineMaking): string {
  return new Date(momentOf(number)).toISOString();
}

function scopeOf(leaf: LeafChain): object {
  return {
    organization_id: leaf.organizationId,
    workspace_id: leaf.workspaceId,
    application_id: leaf.applicationId,
    gateway_id: leaf.gatewayId,
    environment_id: leaf.environmentId,
  };
}

function eventLine({ random, leaf, number }: LineMaking, members: object): string {
  const request = {
    schema: 1,
    scope: scopeOf(leaf),
    purpose: 'application',
    logical_request_id: `request-${number}`,
    ...statedBy(random),
  };
  return JSON.stringify({ ...request, ...members });
}

/** The dimensions of most requests. */
function statedBy(random: Random): { readonly dimensions?: Readonly<Record<string, string>> } {
  return random.chance(0.6) ? { dimensions: makeStatedDimensions(random) } : {};
}

function callOf({ random, number, leaf }: LineMaking): Parameters<typeof admissionLine>[0] {
  // The gateway states the key of a call itself.
  const { key: _, ...stated } = makeStatedDimensions(random);
  return {
    ...(random.chance(0.6) && { dimensions: new CallDimensions(stated) }),
    ...{ requestId: `greq_${number}`, traceId: undefined, streaming: random.chance(0.5), bytes: 9, annotations: {} },
    key: { keyId: 'kid_1', owner: 'team', leaf, rotations: ['kid_1'] },
    admittedAt: new Date(momentOf(number)),
  };
}

function attemptOf({ random }: LineMaking): CalledProvider {
  return {
    ...{ provider: 'openai', model: 'gpt-5-mini', asked: 'gpt-5-mini', dispatchedMs: 1, isEstimate: false },
    outputState: random.pick(['complete', 'partial', 'none'] as const),
    units: random.chance(0.8) ? { input_tokens: 5, output_tokens: 7 } : undefined,
    price: random.pick([{ state: 'priced', nanos: '12', revision: 'r1' } as const, 'nothing' as const]),
  };
}

/** The two lines of a call. */
function call(making: LineMaking, ending: CallEnding): string[] {
  const admitted = callOf(making);
  return [admissionLine(admitted), endingLine(admitted, ending)];
}

function nativeEvents({ random, number }: LineMaking): readonly object[] {
  const stated = statedBy(random);
  const events = makeKnownCallEvents({
    ...{ id: `native-${number}`, provider: 'openai', model: 'gpt-4o', startedMs: momentOf(number), totalMs: 9 },
    ...{ streaming: false, isAnswered: random.chance(0.7), price: { nanos: '7' } },
  });
  return events.map((event) => ({ ...event, ...stated }));
}

function received({ leaf, number }: LineMaking, sent: readonly (readonly unknown[])[]): Promise<readonly string[]> {
  return linesOf(
    sent.map((events, index) => ({ index, events })),
    leaf,
    number,
  );
}

async function linesOf(items: Iterable<SentItem>, environment: LeafChain, number: number): Promise<readonly string[]> {
  const wanted = { request: false, response: false };
  const { lines } = await receiveEvents(items, {
    environment,
    receivedAt: new Date(momentOf(number)),
    wanted,
    takesStatedCosts: true,
  });
  return lines;
}

/** Lines of some kinds in the order of arrival, with at least one line of each named kind. */
export async function makeJournalLines(
  random: Random,
  leaf: LeafChain,
  { kinds, from, count }: { kinds: readonly string[]; from: number; count: number },
): Promise<string[]> {
  const chosen = [...kinds, ...Array.from({ length: Math.max(0, count - kinds.length) }, () => random.pick(kinds))];
  const made: string[] = [];
  for (const [index, kind] of random.shuffled(chosen).entries())
    made.push(...(await JOURNAL_LINES[kind]!({ random, number: from + index, leaf })));
  return made;
}
