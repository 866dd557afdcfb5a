import { describe, expect, it } from 'vitest';
import { CALL_STATUSES } from '../../../../cli/logs/groups/call-statuses.ts';
import { eventsOfLine } from '../../../../cli/logs/events-of-line.ts';
import { CallJoin, isCallEvent } from '../../../../cli/logs/join-calls.ts';
import type { LoggedCall } from '../../../../cli/logs/logged-call.ts';
import { LineScanner, type Part } from '../../../../cli/logs/scan/scan-line.ts';
import { SkippedLines } from '../../../../cli/logs/skipped-lines.ts';
import { chooseCaseCount } from '../../../../testing/choose-case-count.ts';
import { makeGatewayLog } from '../../../../testing/journal/make-gateway-log.ts';
import { createRandom, type Random } from '../../../../testing/random.ts';

const CASES = chooseCaseCount(20_000, 1_000_000);

/**
 * Texts that a mutation inserts: members of the line at other places, escapes, numbers in other forms, and controls.
 */
const HOSTILE = [
  ...['"nanos":"1",', '"agent":"x",', '"agent":"",', ',"key":"other"', '"admitted_at":"2026-02-30T00:00:00.000Z"'],
  ...['\\"', '\\\\', '\\u0041', '\\ud800', '\u00e9', '\u0080', '\u0000', '\t', ' ', '\r', '{', '}', '[', ']', ','],
  ...['0', '1', '-1', '1e3', '1.5', '9007199254740993', '99999999999999999999', 'true', 'null', '""', ':', '"'],
  ...['"__proto__":"x",', '"trace_id":"t",', ',"status":"failed"', 'pending', 'unpriced', '24:00:00', '2100-01-01'],
];

describe('the scanner of lines', () => {
  it('accepts every line that the gateway writes', () => {
    const refused = gatewayLines(1).filter((line) => scan(line) === undefined);
    expect(refused).toEqual([]);
  });

  it('gives the facts of the rules of the format for every line that it accepts, or none', () => {
    const random = createRandom(20_261_129);
    const lines = gatewayLines(2);
    const different: unknown[] = [];
    let accepted = 0;
    for (let index = 0; index < CASES; index += 1) {
      const line = mutated(random, random.pick(lines), lines);
      const scanned = scan(line);
      if (scanned === undefined) continue;
      accepted += 1;
      const careful = readCarefully(line);
      if (JSON.stringify(scanned) !== JSON.stringify(careful)) different.push({ line, scanned, careful });
    }
    expect(different.slice(0, 3)).toEqual([]);
    // Mutations that change only a value leave a line that the scanner accepts.
    expect(accepted).toBeGreaterThan(CASES / 20);
  }, 1_200_000);
});

function gatewayLines(seed: number): string[] {
  return [...makeGatewayLog({ calls: 300, seed, from: new Date('2026-10-31T22:00:00Z'), spanMs: 7_200_000 })];
}

function mutated(random: Random, line: string, lines: readonly string[]): string {
  let text = line;
  for (let changes = random.whole(0, 3); changes > 0; changes -= 1) text = mutatedOnce(random, text, lines);
  return text;
}

function mutatedOnce(random: Random, text: string, lines: readonly string[]): string {
  const at = random.whole(0, text.length);
  const end = Math.min(text.length, at + random.whole(0, 40));
  switch (random.whole(0, 6)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, at) + random.pick(HOSTILE) + text.slice(at);
    case 2:
      return text.slice(0, at) + String.fromCharCode(random.whole(0x20, 0x7e)) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + random.pick(lines).slice(at);
    case 4:
      return text.replace(/\d(?=\D)/g, (digit) => (random.chance(0.1) ? String(random.whole(0, 9)) : digit));
    case 5:
      return text.slice(0, end) + text.slice(at);
    default:
      return text.replace(random.pick(MEMBERS), random.pick(HOSTILE));
  }
}

const MEMBERS = [
  /"agent":"\w+",?/,
  /"trace_id":"[^"]+",?/,
  /"nanos":"\d+"/,
  /"status":"\w+"/,
  /\d+\.\d+/,
  /"noted":/,
  /:\d+/,
];

type Facts = Readonly<Record<string, unknown>>;

/** One scanner for all lines, because it remembers parts of the lines that it accepted. */
const scanner = new LineScanner();

function scan(line: string): Facts | undefined {
  const bytes = Buffer.from(`${line}\n`);
  const end = bytes.length - 1;
  const text = ({ start, end: to }: Part): string | null => bytes.toString('latin1', start, to) || null;
  const about = (): Facts => ({
    requestId: text(scanner.requestId),
    admittedMs: scanner.admittedMs,
    traceId: text(scanner.traceId),
    agent: text(scanner.agent),
    stepClass: text(scanner.stepClass),
    tool: text(scanner.tool),
  });
  if (scanner.scanAdmission(bytes, 0, bytes.length) === end) return { ...about(), status: 'pending' };
  if (scanner.scanEnding(bytes, 0, bytes.length) !== end) return undefined;
  return {
    ...about(),
    status: CALL_STATUSES[scanner.status],
    endedMs: scanner.endedMs,
    kind: text(scanner.kind),
    model: text(scanner.model),
    provider: text(scanner.provider),
    attempts: scanner.attempts,
    inputTokens: scanner.inputTokens,
    outputTokens: scanner.outputTokens,
    cachedTokens: scanner.cachedTokens,
    knownNanos: String(scanner.knownNanos),
    isUnpriced: scanner.isUnpriced,
    isCostEstimate: scanner.isCostEstimate,
    isCacheHit: scanner.isCacheHit,
    latencyMs: scanner.latencyMs,
    firstOutputMs: scanner.firstOutputMs,
  };
}

/** The facts of the only call of a line; a text about the line if it is not exactly that. */
function readCarefully(line: string): Facts | string {
  const skipped = new SkippedLines();
  const join = new CallJoin();
  const calls: LoggedCall[] = [];
  for (const event of eventsOfLine(line, false, skipped)) {
    if (!isCallEvent(event)) return `another event: ${event.event}`;
    const call = join.add(event, { file: '', offset: 0 });
    if (call === 'late_event') return call;
    if (call !== undefined) calls.push(call);
  }
  const [call, ...more] = [...calls, ...join.rest()];
  if (call === undefined || more.length > 0 || Object.keys(skipped.counts).length > 0)
    return `skipped: ${JSON.stringify(skipped.counts)}`;
  const about = {
    ...stated({ requestId: call.requestId, admittedMs: call.admittedMs, traceId: call.traceId }),
    ...stated({ agent: call.agent, stepClass: call.stepClass, tool: call.tool, status: call.status }),
  };
  if (call.status === 'pending') return about;
  return {
    ...about,
    endedMs: call.endedMs,
    ...stated({ kind: call.kind, model: call.model, provider: call.provider }),
    attempts: call.attempts.length,
    inputTokens: call.inputTokens ?? -1,
    outputTokens: call.outputTokens ?? -1,
    cachedTokens: call.cachedTokens ?? -1,
    knownNanos: String(call.knownNanos),
    isUnpriced: call.costUnknown === 'unpriced',
    isCostEstimate: call.isCostEstimate,
    isCacheHit: call.cacheStatus === 'hit',
    latencyMs: call.latencyMs,
    firstOutputMs: call.firstOutputMs ?? -1,
  };
}

/** Members with null in place of undefined. */
function stated(members: Facts): Facts {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value ?? null]));
}
