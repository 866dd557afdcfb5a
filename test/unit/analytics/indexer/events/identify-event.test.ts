import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashToDigits } from '../../../../../analytics/indexer/events/event-hash.ts';
import { toFact } from '../../../../../analytics/indexer/events/fact-rows.ts';
import { identifyEvent, identifyFaultyLine } from '../../../../../analytics/indexer/events/identify-event.ts';
import { receiveEvents } from '../../../../../contracts/ingest/received/receive-events.ts';
import type { RequestTerminal } from '../../../../../contracts/ingest/events/request-terminal.ts';
import type { FactEvent } from '../../../../../contracts/ingest/events/traffic-event.ts';
import type { LeafChain } from '../../../../../domain/tenancy/scope.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../../docs/traffic-format.md'), 'utf8');
/** The examples of the document. Outcomes never have a missing event, and a declared gap has no identity. */
const EVENTS = [...document.matchAll(/```json\n([^`]+)```/g)]
  .map(([, example = '']) => JSON.parse(example) as FactEvent)
  .filter(({ event }) => !['evaluation_outcome', 'coverage_gap'].includes(event));

async function setAside(sent: object, { scope }: FactEvent): Promise<string> {
  const environment: LeafChain = {
    organizationId: scope.organization_id,
    workspaceId: scope.workspace_id,
    applicationId: scope.application_id,
    gatewayId: scope.gateway_id,
    environmentId: scope.environment_id,
  };
  const reception = {
    environment,
    receivedAt: new Date('2026-03-01T12:00:00.000Z'),
    wanted: undefined as never,
    takesStatedCosts: false,
  };
  const { lines } = await receiveEvents([{ index: 0, events: [sent] }], reception);
  return lines.join('\n');
}

/** The event without a readable time, except for the time that identifies an evaluation. */
function untimed(event: FactEvent): object {
  const isTime = (member: string): boolean => member.endsWith('_at') && member !== 'evaluated_at';
  return Object.fromEntries(
    Object.entries(event).map(([member, value]: [string, unknown]) => [member, isTime(member) ? 'yesterday' : value]),
  );
}

describe('an event with dimensions', () => {
  it.each(EVENTS.map((event) => [event.event, event] as const))(
    'has the identity of one without: %s',
    (_name, event) => {
      const other = { ...event, dimensions: { user: 'u', 'tag.plan': 'pro' } } as FactEvent;
      expect(identifyEvent(other, toFact(other).cells)).toEqual(identifyEvent(event, toFact(event).cells));
    },
  );
});

it('the ending of a request has the same identity with and without the limit that refused it', () => {
  const ending = EVENTS.find((event) => event.event === 'request_terminal' && event.status === 'refused')!;
  const { refused_by_limit: limit, ...without } = ending as RequestTerminal;
  expect(limit?.id).toBe('all-month');
  expect(identifyEvent(ending, toFact(ending).cells)).toEqual(identifyEvent(without, toFact(without).cells));
});

describe('a refused event', () => {
  it.each(EVENTS.map((event) => [event.event, event] as const))(
    'has the identity of its corrected event: %s',
    async (_name, event) => {
      const identity = hashToDigits(identifyEvent(event, toFact(event).cells).event);
      const line = await setAside(untimed(event), event);
      expect(JSON.parse(line)).toMatchObject({ event: 'unreadable', reason: 'wrong_shape' });
      expect(identifyFaultyLine(line)).toBe(identity);
      const { scope: _, ...unplaced } = event;
      expect(identifyFaultyLine(await setAside({ ...unplaced, surprise: true }, event))).toBe(identity);
    },
  );

  it('has no identity if it lacks one of its ids', async () => {
    const attempt = EVENTS.find(({ event }) => event === 'attempt')!;
    expect(identifyFaultyLine(await setAside({ ...untimed(attempt), attempt_id: 7 }, attempt))).toBeUndefined();
    expect(identifyFaultyLine(await setAside({ event: 'nothing' }, attempt))).toBeUndefined();
  });
});
