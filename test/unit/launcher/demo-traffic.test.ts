import { describe, expect, it } from 'vitest';
import { demoTraffic, type DemoTrafficPlan } from '../../../launcher/demo/demo-traffic.ts';
import { parseTrafficLine } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';

const plan: DemoTrafficPlan = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  environments: [1, 2, 3, 4].map((number) => ({
    applicationId: 'app_1',
    gatewayId: 'gw_1',
    environmentId: `env_${number}`,
  })),
  now: new Date('2026-05-06T07:08:09.010Z'),
};

describe('the synthetic demo traffic', () => {
  const events = demoTraffic(plan);

  it('is equal for equal plans', () => {
    expect(demoTraffic(plan)).toEqual(events);
  });

  it('is valid traffic', () => {
    const faults = events.map((event) => parseTrafficLine(JSON.stringify(event)).fault?.detail);
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  it('is marked as synthetic in every request', () => {
    const ids = events.flatMap((event) => ('logical_request_id' in event ? [event.logical_request_id] : []));
    expect(ids.every((id) => id.startsWith('synthetic-'))).toBe(true);
  });

  it('covers the 14 days before now, with every purpose, status and price state', () => {
    const terminals = events.filter((event) => event.event === 'request_terminal');
    const ends = terminals.map((event) => event.terminal_at).sort();
    expect(terminals).toHaveLength(3_000);
    expect(
      terminals
        .map((event) => event.admitted_at)
        .sort()[0]
        ?.slice(0, 10),
    ).toBe('2026-04-22');
    expect(ends.at(-1)?.slice(0, 10)).toBe('2026-05-06');
    expect((ends.at(-1) ?? '') <= plan.now.toISOString()).toBe(true);
    expect(new Set(terminals.map((event) => event.purpose)).size).toBe(5);
    expect(new Set(terminals.map((event) => event.status)).size).toBe(5);
    expect(new Set(terminals.map((event) => event.scope.environment_id)).size).toBe(4);
    const effects = events.filter((event) => event.event === 'cost_effect');
    expect(new Set(effects.map((event) => `${event.effect_kind} ${event.price_state ?? ''}`))).toEqual(
      new Set([
        'settlement priced',
        'settlement pending',
        'settlement unpriced',
        'price_transition priced',
        'price_transition unpriced',
        'adjustment ',
      ]),
    );
    const roles = events.filter((event) => event.event === 'attempt').map((event) => event.role);
    expect(new Set(roles)).toEqual(new Set(['primary', 'retry', 'fallback']));
  });

  it('settles every attempt, even one without a cost', () => {
    const attempts = events.flatMap((event) => (event.event === 'attempt' ? [event.attempt_id] : []));
    const settled = events.flatMap((event) =>
      event.event === 'cost_effect' && event.effect_kind === 'settlement' ? [event.attempt_id] : [],
    );
    expect(settled.sort()).toEqual(attempts.sort());
  });

  it('has facts for every shape of a question', () => {
    const of = <Name extends TrafficEvent['event']>(name: Name) =>
      events.filter((event): event is Extract<TrafficEvent, { event: Name }> => event.event === name);
    const terminals = of('request_terminal');
    expect(new Set(terminals.map((event) => event.final_model)).size).toBe(5);
    expect(new Set(terminals.map((event) => event.route_id)).size).toBe(3);
    expect(new Set(terminals.map((event) => event.input_size_bucket)).size).toBe(3);
    expect(new Set(terminals.map((event) => event.team_id)).size).toBe(3);
    expect(terminals.some((event) => event.first_output_ms !== undefined)).toBe(true);
    expect(new Set(terminals.map((event) => event.protection_observed))).toEqual(new Set([true, undefined]));
    expect(new Set(of('cost_effect').map((event) => event.connection_id)).size).toBe(3);
    expect(of('release_marker')).toHaveLength(8);
    expect(new Set(of('feedback_verdict').map((event) => event.revision))).toEqual(new Set([1, 2]));
    const evaluations = of('protection_evaluation').map((event) => `${event.evaluation} ${event.outcome}`);
    expect(new Set(evaluations)).toEqual(
      new Set(['evaluated passed', 'evaluated blocked', 'evaluated modified', 'error none', 'not_executed none']),
    );
  });
});
