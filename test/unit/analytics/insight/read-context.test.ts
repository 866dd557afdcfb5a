import { createHmac } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import {
  checkReadContext,
  mintReadContext,
  openReadContext,
  type ContextSubject,
} from '../../../../analytics/insight/pin/read-context.ts';
import { canonicalJson } from '../../../../contracts/wire/canonical-json.ts';
import { ReadContextSchema, type ReadContext } from '../../../../contracts/insight/terms/read-context.ts';
import { Refusal } from '../../../../domain/kernel/errors.ts';
import { ingestSnapshot, readScope } from '../../../../testing/insight/question.ts';

const KEY = 'a key of at least thirty-two characters';
const NOON = new Date('2026-02-01T12:00:00.000Z');
const DAY_LATER = new Date('2026-02-02T12:00:00.000Z');

const subject: ContextSubject = {
  scope: readScope(),
  releaseIds: ['r1'],
  from: new Date('2026-01-01T00:00:00.000Z'),
  to: new Date('2026-02-01T00:00:00.000Z'),
  displayTz: 'Europe/Berlin',
  purposes: ['application', 'judge'],
};
/** Values that no reader may get: the number of lines of all workspaces. */
const HIDDEN = { fence: 7_654_321n, disclosedThrough: 7_654_329n };
const minted = mintReadContext(KEY, subject, ingestSnapshot(HIDDEN), NOON);

function check(
  echoed: unknown,
  changes: { subject?: object; snapshot?: object; now?: Date; key?: string } = {},
): ReadContext {
  const { context: opened, hidden } = openReadContext(changes.key ?? KEY, echoed, 'read_context_expired');
  expect(hidden).toEqual(HIDDEN);
  checkReadContext(
    opened,
    { ...subject, ...changes.subject },
    ingestSnapshot(changes.snapshot),
    changes.now ?? NOON,
    'read_context_expired',
  );
  return opened;
}

/** The code of the refusal. Any other error, or none, fails the test. */
function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (fault) {
    if (fault instanceof Refusal) return fault.code;
    throw fault;
  }
  return 'accepted';
}

describe('a read context', () => {
  it('states the conditions of the answer', () => {
    expect(minted).toEqual({
      schema: 1,
      catalog_version: 1,
      filter_version: 1,
      central_account_id: 'sub_a',
      workspace_id: 't_a',
      scope_digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      authority_epoch: '3',
      projection_generation: '1',
      retention_generation: '1',
      exclusion_generation: '1',
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
      display_tz: 'Europe/Berlin',
      purposes: ['application', 'judge'],
      arrival_fence: '100',
      disclosed_through: '100',
      watermarks: [
        {
          producer_class: 'gateway_journal',
          produced_through: '120',
          indexed_through: '100',
          last_indexed_at: '2026-02-01T11:59:00.000Z',
        },
      ],
      coverage: [],
      evaluated_at: '2026-02-01T12:00:00.000Z',
      seal: expect.stringMatching(/^[\w-]{59}$/) as string,
    });
    expect(Compile(ReadContextSchema).Check(minted)).toBe(true);
  });

  it('hides the shared sequence, and is one document per pin', () => {
    const others = { fence: 7_654_999n, disclosedThrough: 7_655_000n };
    const { seal, ...shown } = mintReadContext(KEY, subject, ingestSnapshot(others), NOON);
    const { seal: ours, ...same } = minted;
    expect(shown).toEqual(same);
    expect(seal).not.toBe(ours);
    expect(mintReadContext(KEY, subject, ingestSnapshot(HIDDEN), NOON)).toEqual(minted);
    const bytes = Buffer.from(ours, 'base64url');
    for (const number of Object.values(HIDDEN)) {
      const plain = Buffer.alloc(8);
      plain.writeBigUInt64BE(number);
      expect([bytes.includes(plain.subarray(4)), ours.includes(String(number))]).toEqual([false, false]);
    }
  });

  it('is refused if an older version sealed it, which showed hidden values', () => {
    const unsealed = Object.fromEntries(Object.entries(minted).filter(([member]) => member !== 'seal'));
    const seal = createHmac('sha256', KEY).update(canonicalJson(unsealed)).digest('base64url');
    expect(codeOf(() => check({ ...unsealed, seal }))).toBe('read_context_expired');
  });

  it('is valid when it is returned with any order of members, and keeps its pin', () => {
    const reordered = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(minted).reverse()))) as unknown;
    expect(check(reordered, { snapshot: { fence: 500n }, now: DAY_LATER })).toEqual(minted);
  });

  const forged: Record<keyof ReadContext, unknown> = {
    schema: 2,
    catalog_version: 2,
    filter_version: 2,
    central_account_id: 'sub_b',
    workspace_id: 't_b',
    scope_digest: `sha256:${'0'.repeat(64)}`,
    authority_epoch: '4',
    projection_generation: '2',
    retention_generation: '2',
    exclusion_generation: '2',
    from: '2025-01-01T00:00:00.000Z',
    to: '2026-02-02T00:00:00.000Z',
    grain: 'day',
    display_tz: 'UTC',
    purposes: ['application'],
    arrival_fence: '101',
    disclosed_through: '101',
    watermarks: [],
    coverage: ['ingest_gap:gateway_journal'],
    index_behind_since: '2026-02-01T11:00:00.000Z',
    evaluated_at: '2026-02-01T12:00:01.000Z',
    seal: minted.seal.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
  };

  it.each(Object.entries(forged))('is refused if %s was changed', (member, value) => {
    expect(codeOf(() => check({ ...minted, [member]: value }))).toBe('read_context_expired');
  });

  it.each(Object.keys(minted))('is refused if %s was removed, or has another type', (member) => {
    const rest = Object.fromEntries(Object.entries(minted).filter(([name]) => name !== member));
    expect(codeOf(() => check(rest))).toBe('read_context_expired');
    expect(codeOf(() => check({ ...minted, [member]: null }))).toBe('read_context_expired');
  });

  it.each([
    ['a member was added', { ...minted, note: '' }],
    ['it is empty', {}],
    ['it is not an object', 'minted'],
    ['its seal is cut off', { ...minted, seal: minted.seal.slice(1) }],
    ['its seal is empty', { ...minted, seal: '' }],
    ['it is a very deep list', { watermarks: JSON.parse(`${'['.repeat(9_000)}${']'.repeat(9_000)}`) as unknown }],
  ])('is refused if %s', (_sentence, echoed) => {
    expect(codeOf(() => check(echoed))).toBe('read_context_expired');
  });

  it.each([
    ['another subject sends it', { subject: { scope: readScope({ subjectId: 'sub_b' }) } }],
    ['the workspace is different', { subject: { scope: readScope({ workspaceId: 't_b' }) } }],
    ['the scope is another', { subject: { scope: readScope({ environmentIds: ['env_a', 'env_b'] }) } }],
    ['access has changed', { subject: { scope: readScope({ authorityEpoch: '4' }) } }],
    ['the releases are different', { subject: { releaseIds: [] } }],
    ['the window is another', { subject: { to: new Date('2026-01-31T00:00:00.000Z') } }],
    ['the labels are in another zone', { subject: { displayTz: 'UTC' } }],
    ['the purposes are different', { subject: { purposes: ['application'] } }],
    ['facts were projected again', { snapshot: { generations: { projection: 2, retention: 1, exclusion: 1 } } }],
    ['retention has changed', { snapshot: { generations: { projection: 1, retention: 2, exclusion: 1 } } }],
    ['exclusions have changed', { snapshot: { generations: { projection: 1, retention: 1, exclusion: 2 } } }],
    ['it is older than a day', { now: new Date(DAY_LATER.getTime() + 1) }],
    ['another installation sealed it', { key: 'another key of thirty-two characters' }],
  ])('is refused if %s', (_sentence, changes) => {
    expect(codeOf(() => check(minted, changes))).toBe('read_context_expired');
  });

  it('is valid for every shape and grain of its question, from any of them', () => {
    const ofDays = mintReadContext(KEY, { ...subject, grain: 'day' }, ingestSnapshot(HIDDEN), NOON);
    expect(ofDays.grain).toBe('day');
    expect(check(ofDays, { subject: { grain: 'day' } })).toEqual(ofDays);
    expect(check(ofDays)).toEqual(ofDays);
    expect(check(ofDays, { subject: { grain: 'hour' } })).toEqual(ofDays);
    expect(check(minted, { subject: { grain: 'day' } })).toEqual(minted);
  });

  it('discloses the gaps of its window, and an expired part', () => {
    const gap = { producerClass: 'control_plane_outbox', from: subject.from, to: subject.to } as const;
    const before = { producerClass: 'gateway_journal', from: new Date('2025-12-01'), to: subject.from } as const;
    const state = ingestSnapshot({ gaps: [before, gap], keepsFrom: new Date('2026-01-01T01:00:00.000Z') });
    const { coverage } = mintReadContext(KEY, subject, state, NOON);
    expect(coverage).toEqual(['ingest_gap:control_plane_outbox', 'retention_expired']);
  });

  it('discloses that an exclusion removes a part of its window, if it affects the scope', () => {
    const hour = { from: new Date('2026-01-31T23:00:00.000Z'), to: new Date('2026-02-01T00:00:00.000Z') };
    const coverage = (environmentId: string, window = hour): readonly string[] => {
      const exclusions = [{ environmentIds: ['env_z', environmentId], ...window }];
      return mintReadContext(KEY, subject, ingestSnapshot({ exclusions }), NOON).coverage;
    };
    expect(coverage('env_a')).toEqual(['excluded']);
    expect(coverage('env_b')).toEqual([]);
    expect(coverage('env_a', { from: hour.to, to: NOON })).toEqual([]);
  });

  it('works from a percentile to its requests: access to money is not part of its identity', () => {
    expect(check(minted, { subject: { scope: readScope({ mayReadCost: false }) } })).toEqual(minted);
  });
});
